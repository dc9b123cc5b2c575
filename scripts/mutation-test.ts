// `npm run test:mutation -- [area[/file] …] [--sample percent | --survivors]`: mutation tests. Exits with 1
// if fewer than four in five mutants are killed. `--survivors` repeats only those that survived the last run.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { mutationAreas, mutationSettings } from './mutation-areas.ts';
import { mutantId } from './mutation-sample.ts';

type MutantResult = Awaited<ReturnType<Stryker['runMutationTest']>>[number];

const minKilledShare = 0.8;
const reports = resolve('.cache/mutation');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string', default: '100' },
    concurrency: { type: 'string', default: '2' },
    survivors: { type: 'boolean', default: false },
  },
});
const areas = positionals.length > 0 ? positionals : Object.keys(mutationAreas);
const findArea = (name: string) => mutationAreas[name.split('/')[0] ?? ''];
const unknown = areas.filter((name) => !findArea(name));
if (unknown.length > 0) {
  console.error(`Unknown area: ${unknown.join(', ')}. Choose from ${Object.keys(mutationAreas).join(', ')}.`);
  process.exit(1);
}

const toReportPath = (name: string) => `${reports}/${name.replace('/', '-')}.tsv`;

function mutate(name: string): Promise<MutantResult[]> {
  const [area = '', file] = name.split('/');
  process.env[mutationSettings.area] = area;
  process.env[mutationSettings.percent] = values.sample;
  process.env[mutationSettings.folder] = reports;
  if (values.survivors) process.env[mutationSettings.survivors] = toReportPath(name);
  const stryker = new Stryker({
    mutate: file ? [`src/**/${file}.ts`] : [...(findArea(name)?.sources ?? []), '!src/**/*.test.ts'],
    testRunner: 'vitest',
    plugins: [import.meta.resolve('@stryker-mutator/vitest-runner'), './scripts/mutation-sample.ts'],
    checkers: ['sample'],
    // An option of the vitest runner, which StrykerJS's types lack.
    ...{ vitest: { configFile: 'vitest.mutation.config.ts', related: false } },
    coverageAnalysis: 'perTest',
    // Endless loops are detected by their iterations: a timeout on a busy machine must not count as a kill.
    timeoutMS: 60_000,
    concurrency: Number(values.concurrency),
    ignorePatterns: ['build', 'docs', 'bench', 'data', 'screenshots'],
    // Not tsconfig.json: StrykerJS would rewrite it with an API that TypeScript 7 has dropped.
    tsconfigFile: 'tsconfig.mutation.json',
    tempDirName: '.cache/stryker',
    reporters: ['progress-append-only'],
    warnings: false,
  });
  return stryker.runMutationTest();
}

const isDetected = ({ status }: MutantResult) => status === 'Killed' || status === 'Timeout';
const isSurvivor = ({ status }: MutantResult) => status === 'Survived' || status === 'NoCoverage';

rmSync(`${reports}/embedded.tar`, { force: true });
mkdirSync(reports, { recursive: true });
const rows: string[] = [];
for (const name of areas) {
  const results = await mutate(name);
  const killed = results.filter(isDetected).length;
  const survivors = results.filter(isSurvivor);
  const tested = killed + survivors.length;
  const share = tested === 0 ? 1 : killed / tested;
  writeFileSync(toReportPath(name), `${survivors.map(mutantId).join('\n')}\n`);
  rows.push(
    `${name}: ${tested} of ${results.length} mutants, ${killed} killed, ${survivors.length} survived, ${(share * 100).toFixed(1)} %`,
  );
  console.log(rows.at(-1));
  if (share < minKilledShare) process.exitCode = 1;
}
console.log(`\n${rows.join('\n')}\nSurvivors are listed in ${reports}/.`);
