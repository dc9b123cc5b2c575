import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, inject, test } from 'vitest';
import { createDatabaseFolder } from '#test/support/databases.ts';
import { listen } from '#test/support/local-servers.ts';
import { memoryFolder } from '#test/support/memory-folder.ts';
import { createServerDatabase } from '#test/support/postgres-server.ts';
import { compileCache } from '#test/support/programs.ts';
import { loseUnflushed } from '#test/support/simulated-disk.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { readConfig } from '../src/app/config.ts';
import { createServices } from '../src/app/services.ts';
import { readJsonLines, writeJsonLines } from '../src/backup/dump/json-lines-file.ts';
import { drawPng } from '../src/blog/fixtures/draw-images.ts';
import { openDatabase } from '../src/database/database.ts';
import { latestMigration } from '../src/database/migrations.ts';
import { createHttpServer } from '../src/http/server.ts';
import { moveFile } from './backup-commands.ts';
import { restore } from './restore-command.ts';

const fillFolder = (dataDir: string) => createDatabaseFolder(join(dataDir, 'database', 'postgres'));

/** Runs the server in this process. Its database folder is locked for other processes. */
async function startServer(dataDir: string) {
  const environment = { DATA_DIR: dataDir, LOG_LEVEL: 'silent', SEED: 'none', HOST: '127.0.0.1' };
  const config = readConfig(environment);
  if (!config.ok) throw new Error(JSON.stringify(config.error));
  const created = await createServices(config.value);
  if (!created.ok) throw new Error(created.error.hint);
  const { http } = config.value;
  await created.value.imageStore.store(await drawPng(40, 30));
  const server = createHttpServer({
    services: created.value,
    web: async () => new Response(),
    staticFile: () => null,
    isReady: () => true,
    publicOrigin: http.publicOrigin,
    trustedProxies: [],
    publicAnonKey: null,
  });
  const { port, close } = await listen(server);
  return {
    port: String(port),
    async stop() {
      await close();
      await created.value.stop();
    },
  };
}

async function run(command: string, args: string[], environment: Record<string, string>) {
  const options = { env: { PATH: process.env.PATH, HOST: '127.0.0.1', ...compileCache, ...environment } };
  return promisify(execFile)(process.execPath, [`scripts/${command}.ts`, ...args], options).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code: Number(code), stdout: String(stdout), stderr: String(stderr) }),
  );
}

/** Runs `restore` in this process, which is faster. */
async function restoreInProcess(args: string[], environment: Record<string, string>) {
  const [output, errorLines]: [string[], string[]] = [[], []];
  const code = await restore({
    args,
    environment,
    print: (line) => void output.push(`${line}\n`),
    printError: (line) => void errorLines.push(`${line}\n`),
  });
  return { code, stdout: output.join(''), stderr: errorLines.join('') };
}

const extractHash = (text: string) => /\d+ rows \(([0-9a-f]{64})\)/.exec(text)?.[1];

test('restores a backup into an empty database, and into others only with --replace', async () => {
  const [dataDir, other, out] = [
    temporaryFolder(memoryFolder()),
    temporaryFolder(memoryFolder()),
    temporaryFolder(memoryFolder()),
  ];
  fillFolder(dataDir);
  const server = await startServer(dataDir);
  const serverEnv = { DATA_DIR: dataDir, PORT: server.port };
  const backup = join(out, 'a.backup.gz');
  const [backupRun, exported] = await Promise.all([
    run('backup', [backup], serverEnv),
    run('export', [join(out, 'a.zip')], serverEnv),
  ]);
  expect(backupRun, backupRun.stderr).toMatchObject({ code: 0, stderr: '' });
  expect(exported.stdout).toMatch(/0 articles, 0 posts, 1 images/);
  expect(readdirSync(join(dataDir, 'archives'))).toEqual([]);
  await server.stop();

  fillFolder(other);
  const restored = await run('restore', [backup], { DATA_DIR: other });
  expect(restored, restored.stderr).toMatchObject({ code: 0 });
  expect(extractHash(restored.stdout)).toBe(extractHash(backupRun.stdout));
  const rejected = await restoreInProcess([backup], { DATA_DIR: other });
  expect(rejected).toMatchObject({ code: 1, stderr: expect.stringContaining('--replace') });
  const withoutFiles = join(out, 'b.backup.gz');
  await writeJsonLines(withoutFiles, async (writeLine) => {
    for await (const line of readJsonLines(backup)) if (!line.file) await writeLine(line);
  });
  expect(await restoreInProcess([withoutFiles, '--replace'], { DATA_DIR: other })).toMatchObject({
    code: 0,
    stderr: '2 files of the database are not in the backup.\n',
  });
}, 120_000);

test('a power failure after a file of the server was moved to its place doesn’t lose it', async () => {
  const folder = temporaryFolder(memoryFolder());
  const from = join(folder, 'from');
  writeFileSync(from, 'backup');
  const remains = await loseUnflushed(folder, () => moveFile(from, join(folder, 'new', 'to')));
  expect(existsSync(from)).toBe(false);
  expect(readFileSync(join(remains, 'new', 'to'), 'utf8')).toBe('backup');
});

test.skipIf(inject('postgresUrl') === null)(
  'nothing is restored while a server on the same database has a job of the data page',
  async () => {
    const { url, drop } = await createServerDatabase(inject('postgresUrl') ?? '');
    const [dataDir, path] = [
      temporaryFolder(memoryFolder()),
      join(temporaryFolder(memoryFolder()), 'a.backup.gz'),
    ];
    await writeInvalidBackup(path);
    const onError = () => expect.unreachable();
    const opened = await openDatabase({ kind: 'server', url }, { now: Date.now, onError });
    if (!opened.ok) throw new Error(opened.error.hint);
    const release = await opened.value.tryLock('dataJobs');
    const run = () => restoreInProcess([path], { DATA_DIR: dataDir, DATABASE_URL: url });
    expect((await run()).stderr).toMatch(/^Another export, import, backup or restore is in progress/);
    await release?.();
    expect((await run()).stderr).toMatch(/^Nothing was changed/);
    await opened.value.close();
    await drop();
  },
);

/** A well-formed backup whose rows the database rejects. */
async function writeInvalidBackup(path: string): Promise<void> {
  const row = { slug: 'geheimnis', color: '#123456', names: { en: 'Geheimnis' } };
  const ids = [1, 2].map((last) => `0199c7f0-7a11-4a2b-9c3d-1e2f3a4b5c6${last}`);
  await writeJsonLines(path, async (writeLine) => {
    await writeLine({ unspool: 'backup', version: 1, migration: latestMigration().tag, at: '2026-11-22' });
    for (const id of ids) await writeLine({ table: 'category', row: { id, ...row } });
    await writeLine({ rows: { rows: 2, hash: '0'.repeat(64) } });
  });
}

test('restore errors show only a code: no row, SQL, password or stack trace', async () => {
  const [dataDir, out] = [temporaryFolder(memoryFolder()), temporaryFolder(memoryFolder())];
  fillFolder(dataDir);
  const invalidPath = join(out, 'unfit.backup.gz');
  await writeInvalidBackup(invalidPath);
  // The file can't be written: `files` is not a folder.
  const unwritable = join(out, 'unwritable.backup.gz');
  await writeJsonLines(unwritable, async (writeLine) => {
    await writeLine({ unspool: 'backup', version: 1, migration: latestMigration().tag, at: '2026-11-22' });
    await writeLine({ file: 'pictures/geheimnis/480.webp', bytes: '' });
    await writeLine({ rows: { rows: 0, hash: '0'.repeat(64) } });
  });
  writeFileSync(join(dataDir, 'files'), '');
  const damaged = join(out, 'damaged.backup.gz');
  writeFileSync(damaged, 'geheimnis');
  const closedPortUrl = 'postgres://ada:geheimnis@127.0.0.1:1/unspool';
  const runs = [
    [[], {}, /Usage: npm run restore -- unspool\.backup\.gz/],
    [[join(out, 'none.backup.gz')], {}, /Usage: /],
    [['--force', invalidPath], {}, /Unknown option: --force/],
    [[damaged], {}, /^Nothing was changed\. The file is damaged or not a backup/],
    [[invalidPath], {}, /^Nothing was changed\. The file is damaged or not a backup/],
    [[invalidPath], { DATABASE_URL: closedPortUrl }, /^PostgreSQL is not responding at DATABASE_URL/],
  ] as const;
  const expectCode = (ended: Awaited<ReturnType<typeof run>>, output: RegExp) => {
    const { code, stdout, stderr } = ended;
    expect(stderr).toMatch(output);
    expect({ code, stdout, lines: stderr.trimEnd().split('\n').length }).toEqual({
      code: 1,
      stdout: '',
      lines: 1,
    });
    expect(stderr).not.toMatch(/geheimnis|insert|category|127\.0\.0\.1|\.ts:|node:/i);
  };
  for (const [args, environment, output] of runs)
    expectCode(await restoreInProcess([...args], { DATA_DIR: dataDir, ...environment }), output);
  // Run the unexpected error in its own process, to check that nothing else is printed.
  expectCode(
    await run('restore', [unwritable], { DATA_DIR: dataDir }),
    /^Restoring failed \((ENOTDIR|EEXIST)\)\. The database is unchanged\.$/m,
  );
}, 120_000);
