import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, inject, onTestFinished, test } from 'vitest';
import { writeLines } from '#archive/line-file.ts';
import { drawPng } from '#blog/fixtures/draw-pictures.ts';
import { readConfig } from '#config.ts';
import { latestMigration } from '#database/migrations-folder.ts';
import { startEngine } from '#database/open-embedded.ts';
import { createHttpServer } from '#http/create-http-server.ts';
import { createServices } from '#services.ts';
import { restore } from './restore-command.ts';

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'unspool-commands-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function fillFolder(dataDir: string): Promise<void> {
  const folder = join(dataDir, 'database', 'postgres');
  mkdirSync(join(dataDir, 'database'));
  const template = new Blob([readFileSync(inject('embeddedTemplate'))]);
  await (await startEngine({ dataDir: folder, loadDataDir: template })).close();
}

/** The product in this process, on a folder of its own that no other process may open meanwhile. */
async function startProduct(dataDir: string) {
  const environment = { DATA_DIR: dataDir, LOG_LEVEL: 'silent', SEED: 'none', HOST: '127.0.0.1' };
  const config = readConfig(environment);
  if (!config.ok) throw new Error(JSON.stringify(config.error));
  const created = await createServices(config.value);
  if (!created.ok) throw new Error(created.error.mend);
  const { http } = config.value;
  await created.value.pictures.store(await drawPng(40, 30));
  const server = createHttpServer({
    ...{
      services: created.value,
      web: async () => new Response(),
      staticFile: () => null,
      isReady: () => true,
    },
    ...{ publicOrigin: http.publicOrigin, trustedProxies: [], publicAnonKey: null },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: String((server.address() as AddressInfo).port),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await created.value.stop();
    },
  };
}

async function run(command: string, words: string[], environment: Record<string, string>) {
  // Compiled once, also for the next run: most of a start is compiling.
  const compiled = { NODE_COMPILE_CACHE: join(import.meta.dirname, '../node_modules/.cache/compiled') };
  const options = { env: { PATH: process.env.PATH, HOST: '127.0.0.1', ...compiled, ...environment } };
  return promisify(execFile)(process.execPath, [`scripts/${command}.ts`, ...words], options).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code: Number(code), stdout: String(stdout), stderr: String(stderr) }),
  );
}

/** `restore` in this process: starting one of its own takes longer than most of its refusals. */
async function restoreHere(words: string[], environment: Record<string, string>) {
  const [said, complaints]: [string[], string[]] = [[], []];
  const code = await restore({
    ...{ words, environment },
    tell: (line) => void said.push(`${line}\n`),
    complain: (line) => void complaints.push(`${line}\n`),
  });
  return { code, stdout: said.join(''), stderr: complaints.join('') };
}

const hashOf = (text: string) => /\d+ rows \(([0-9a-f]{64})\)/.exec(text)?.[1];

test('a backup through the running product restores into an empty folder, and nowhere else unless told so', async () => {
  const [dataDir, other, out] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
  await fillFolder(dataDir);
  const product = await startProduct(dataDir);
  const there = { DATA_DIR: dataDir, PORT: product.port };
  const backup = join(out, 'a.backup.gz');
  const [made, exported] = await Promise.all([
    run('backup', [backup], there),
    run('export', [join(out, 'a.zip')], there),
  ]);
  expect(made, made.stderr).toMatchObject({ code: 0, stderr: '' });
  expect(exported.stdout).toMatch(/0 articles, 0 posts, 1 pictures/);
  expect(readdirSync(join(dataDir, 'archives'))).toEqual([]);
  await product.stop();

  await fillFolder(other);
  const restored = await run('restore', [backup], { DATA_DIR: other });
  expect(restored, restored.stderr).toMatchObject({ code: 0 });
  expect(hashOf(restored.stdout)).toBe(hashOf(made.stdout));
  const refused = await restoreHere([backup], { DATA_DIR: other });
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('--replace') });
}, 120_000);

/** A backup that is whole, of rows that no database takes. */
async function writeUnfitBackup(path: string): Promise<void> {
  const row = { slug: 'geheimnis', color: '#123456', names: { en: 'Geheimnis' } };
  const ids = [1, 2].map((last) => `0199c7f0-7a11-4a2b-9c3d-1e2f3a4b5c6${last}`);
  await writeLines(path, async (sink) => {
    await sink.line({ unspool: 'backup', version: 1, migration: latestMigration().tag, at: '2026-11-22' });
    for (const id of ids) await sink.line({ table: 'category', row: { id, ...row } });
    await sink.line({ rows: { rows: 2, hash: '0'.repeat(64) } });
  });
}

test('what can not be put back is told by a code: no row, no statement, no password, no stack', async () => {
  const [dataDir, out] = [temporaryFolder(), temporaryFolder()];
  await fillFolder(dataDir);
  const unfit = join(out, 'unfit.backup.gz');
  await writeUnfitBackup(unfit);
  // Its file has no place to go to.
  const stuck = join(out, 'stuck.backup.gz');
  await writeLines(stuck, async (sink) => {
    await sink.line({ unspool: 'backup', version: 1, migration: latestMigration().tag, at: '2026-11-22' });
    await sink.line({ file: 'pictures/geheimnis/480.webp', bytes: '' });
    await sink.line({ rows: { rows: 0, hash: '0'.repeat(64) } });
  });
  writeFileSync(join(dataDir, 'files'), '');
  const damaged = join(out, 'damaged.backup.gz');
  writeFileSync(damaged, 'geheimnis');
  const nowhere = 'postgres://ada:geheimnis@127.0.0.1:1/unspool';
  const runs = [
    [[], {}, /Name the backup: npm run restore -- unspool\.backup\.gz/],
    [[join(out, 'none.backup.gz')], {}, /Name the backup/],
    [['--force', unfit], {}, /There is no --force here/],
    [[damaged], {}, /^Nothing was changed\. The file is no backup, or damaged/],
    [[unfit], {}, /^Nothing was changed\. The file is no backup, or damaged/],
    [[unfit], { DATABASE_URL: nowhere }, /^PostgreSQL does not answer at DATABASE_URL/],
  ] as const;
  const expectCode = (ended: Awaited<ReturnType<typeof run>>, said: RegExp) => {
    const { code, stdout, stderr } = ended;
    expect(stderr).toMatch(said);
    expect({ code, stdout, lines: stderr.trimEnd().split('\n').length }).toEqual({
      ...{ code: 1, stdout: '', lines: 1 },
    });
    expect(stderr).not.toMatch(/geheimnis|insert|category|127\.0\.0\.1|\.ts:|node:/i);
  };
  for (const [words, environment, said] of runs)
    expectCode(await restoreHere([...words], { DATA_DIR: dataDir, ...environment }), said);
  // The one whose fault is a surprise as a process of its own, which nothing but the sentence may leave.
  expectCode(
    await run('restore', [stuck], { DATA_DIR: dataDir }),
    /^The backup could not be put back \((ENOTDIR|EEXIST)\); the rows are as they were\.$/m,
  );
}, 120_000);
