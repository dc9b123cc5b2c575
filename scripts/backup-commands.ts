import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { request } from 'node:http';
import { dirname, join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { readConfigOrExit } from '#app/lifecycle.ts';
import type { Config } from '../src/app/config.ts';
import { createServices } from '../src/app/services.ts';
import type { BackupService } from '../src/backup/backup.ts';
import { backupProofLabel } from '../src/backup/contract.ts';
import { readOrCreateSecret } from '../src/platform/crypto/app-secret.ts';
import { createSealer } from '../src/platform/crypto/sealed-token.ts';
import { createLogger } from '../src/platform/logger.ts';
import { fail, ok, type Result } from '../src/platform/result.ts';

// Shared by `npm run backup`, `export` and `import`. If the running server has locked the database, they ask
// the server to do the work.

interface BackupTask<T> {
  config: Config;
  runLocally(backup: BackupService): Promise<T>;
  /** `send` posts to the running server and returns its response. */
  runRemotely(send: (body: object) => Promise<Record<string, unknown>>, folder: string): Promise<T>;
}

export function parseCommandArgs(
  args: readonly string[],
): Result<{ paths: string[]; replace: boolean }, string> {
  const unknown = args.filter((arg) => arg.startsWith('-') && arg !== '--replace');
  if (unknown.length > 0) return fail(`Unknown option: ${unknown.join(' ')}`);
  return ok({
    paths: args.filter((arg) => !arg.startsWith('-')).map((path) => resolve(path)),
    replace: args.includes('--replace'),
  });
}

export function parseCommand(): { config: Config; paths: string[]; replace: boolean } {
  const read = parseCommandArgs(process.argv.slice(2));
  if (!read.ok) exitWithMessage(read.error);
  return { config: readConfigOrExit(process.env), ...read.value };
}

export async function runBackupTask<T>({ config, runLocally, runRemotely }: BackupTask<T>): Promise<T> {
  const services = await createServices({ ...config, seed: 'none' }, { log: createLogger('silent') });
  if (services.ok) {
    try {
      return await runLocally(services.value.backup);
    } finally {
      await services.value.stop();
    }
  }
  if (services.error.code !== 'folder.locked') exitWithMessage(services.error.hint);
  const secret = config.appSecret ?? readOrCreateSecret(config.dataDir);
  return runRemotely((body) => callRunningServer(config, secret, body), join(config.dataDir, 'archives'));
}

/** For `backup` and `export`: creates a new file. */
export async function runFileTask<Report>(
  work: 'backup' | 'export',
  extension: string,
  runLocally: (backup: BackupService, path: string) => Promise<Report>,
): Promise<{ path: string; report: Report }> {
  const { config, paths } = parseCommand();
  const path = paths[0] ?? resolve(`${timestampedName()}.${extension}`);
  if (await pathExists(path)) exitWithMessage(`${path} already exists.`);
  if (config.database.kind === 'embedded' && !(await pathExists(config.database.folder)))
    exitWithMessage(`There is no database in ${config.database.folder}.`);
  const report = await runBackupTask<Report>({
    config,
    runLocally: (backup) => runLocally(backup, path),
    async runRemotely(send, folder) {
      const response = await send({ work });
      await moveFile(join(folder, String(response.name)), path);
      return response.report as Report;
    },
  });
  return { path, report };
}

// Not `fetch`, which times out after five minutes.
async function callRunningServer(
  { http }: Config,
  secret: string,
  body: object,
): Promise<Record<string, unknown>> {
  const options = {
    host: http.host ?? 'localhost',
    port: http.port,
    method: 'POST',
    path: '/api/local/archive',
    headers: {
      authorization: `Bearer ${createSealer(secret, backupProofLabel).seal(Date.now())}`,
      'content-type': 'application/json',
    },
  };
  const response = await new Promise<{ status: number; text: string }>((resolve, reject) => {
    request(options, (incoming) =>
      text(incoming).then((content) => resolve({ status: incoming.statusCode ?? 0, text: content }), reject),
    )
      .on('error', reject)
      .end(JSON.stringify(body));
  }).catch(() =>
    exitWithMessage(
      `Another process is using the database, but there is no response from http://${options.host}:${http.port}. Set PORT and HOST as for the running server, or stop the server.`,
    ),
  );
  if (response.status === 401)
    exitWithMessage(
      'The running server rejected the secret. Run the command on the same machine, with the same DATA_DIR or APP_SECRET.',
    );
  if (response.status !== 200)
    exitWithMessage(`The running server returned an error (${response.status}). See its log.`);
  return JSON.parse(response.text);
}

/** Works across file systems. The target appears only once it is complete. */
async function moveFile(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  const unfinished = `${to}.${randomUUID()}.unfinished`;
  try {
    await copyFile(from, unfinished);
    const file = await open(unfinished, 'r+');
    await file.sync().finally(() => file.close());
    await rename(unfinished, to);
  } finally {
    await rm(unfinished, { force: true });
  }
  await rm(from, { force: true });
}

export async function pathExists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null)) !== null;
}

/** `unspool-2026-11-22T01-38-00` */
export function timestampedName(): string {
  return `unspool-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}`;
}

export function exitWithMessage(message: string): never {
  console.error(message);
  process.exit(1);
}
