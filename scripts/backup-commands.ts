import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { readConfigOrExit } from '#app/lifecycle.ts';
import type { Config } from '../src/app/config.ts';
import { createServices } from '../src/app/services.ts';
import type { BackupService } from '../src/backup/backup.ts';
import { createLogger } from '../src/platform/logger.ts';
import { fail, ok, type Result } from '../src/platform/result.ts';
import { writeAtomically } from '../src/platform/storage/atomic-file.ts';
import { createFolder } from '../src/platform/storage/flush.ts';
import { callRunningServer } from './call-server.ts';

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
  const send = async (body: object) => {
    const response = await callRunningServer(config, '/archive', body);
    if (response.ok) return response.value;
    exitWithMessage(`Another process is using the database. ${response.error}`);
  };
  return runRemotely(send, join(config.dataDir, 'archives'));
}

/** For `backup` and `export`: creates a new file. */
export async function runFileTask<Report>(
  work: 'backup' | 'export',
  extension: string,
  runLocally: (backup: BackupService, path: string) => Promise<Report>,
): Promise<{ path: string; report: Report }> {
  const { config, paths } = parseCommand();
  const path = paths[0] ?? resolve(`${timestampedName()}.${extension}`);
  if (existsSync(path)) exitWithMessage(`${path} already exists.`);
  if (config.database.kind === 'embedded' && !existsSync(config.database.folder))
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

/** Works across file systems. The target appears only once it is complete. */
export async function moveFile(from: string, to: string): Promise<void> {
  await createFolder(dirname(to));
  const unfinished = `${to}.${randomUUID()}.unfinished`;
  await writeAtomically(to, unfinished, () =>
    pipeline(createReadStream(from), createWriteStream(unfinished, { mode: 0o600, flush: true })),
  );
  await rm(from, { force: true });
}

/** `unspool-2026-11-22T01-38-00` */
export function timestampedName(): string {
  return `unspool-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}`;
}

export function exitWithMessage(message: string): never {
  console.error(message);
  process.exit(1);
}
