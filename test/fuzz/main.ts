// `npm run fuzz -- TARGET... [--seconds 600] [--seed 1] [--save]`: without a target, all of them, one after the other.
import { parseArgs } from 'node:util';
import { formatInput, writeCorpus } from './corpus.ts';
import { runFuzzer } from './run-fuzzer.ts';
import { targetNames } from './target.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    save: { type: 'boolean', default: false },
  },
});
const unknown = positionals.filter((name) => !targetNames.some((known) => known === name));
if (unknown.length > 0 || !(Number(values.seconds) >= 0) || !Number.isInteger(Number(values.seed))) {
  console.error(`npm run fuzz -- [${targetNames.join('] [')}] [--seconds 60] [--seed 1] [--save]`);
  process.exit(2);
}
for (const name of targetNames) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  const { executions, coverage, corpus, finding } = await runFuzzer(
    name,
    Number(values.seconds),
    Number(values.seed),
  );
  console.log(
    `${name}: ${executions} executions, ${coverage.covered} of ${coverage.blocks} blocks, ${corpus.length} inputs, seed ${values.seed}`,
  );
  if (finding) {
    console.log(`A finding with the input ${formatInput(finding.input)}`);
    console.log(finding.error);
    process.exitCode = 1;
  } else if (values.save) writeCorpus(name, corpus);
}
