import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chownSync, existsSync, mkdtempDisposableSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort, startProcess } from './local-servers.ts';

const debianFolder = '/usr/lib/postgresql';

export function postgresBinaries(): string | null {
  if (!existsSync(debianFolder)) return null;
  const versions = readdirSync(debianFolder).sort((a, b) => Number(b) - Number(a));
  const folders = versions.map((version) => join(debianFolder, version, 'bin'));
  return folders.find((folder) => existsSync(join(folder, 'postgres'))) ?? null;
}

export async function startPostgres() {
  const binaries = postgresBinaries();
  if (!binaries) return null;
  const temporary = mkdtempDisposableSync(join(tmpdir(), 'unspool-postgres-'));
  const folder = temporary.path;
  const owner = serverOwner();
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const data = join(folder, 'data');
  // Not the locale of the machine, which it may lack, and which also decides how rows are sorted. The error has what it
  // writes to standard error.
  execFileSync(
    join(binaries, 'initdb'),
    ['-D', data, '-U', 'unspool', '--auth=trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
    { stdio: ['ignore', 'ignore', 'pipe'], cwd: folder, ...owner },
  );
  const port = await freePort();
  const settings = ['listen_addresses=127.0.0.1', 'fsync=off', 'max_connections=200'];
  const start = () =>
    startProcess(
      join(binaries, 'postgres'),
      [`-D${data}`, `-k${folder}`, `-p${port}`, ...settings.flatMap((text) => ['-c', text])],
      [/database system is ready to accept connections/],
      { cwd: folder, ...owner },
    );
  let server = await start();
  return {
    /** An existing database; its user may create others. */
    url: `postgres://unspool@127.0.0.1:${port}/postgres`,
    /**
     * Ends the server without a checkpoint, as a crash does, and starts it again with the same files and port.
     * After SIGKILL, its child processes could still hold the shared memory when the new server starts.
     */
    async restart() {
      await server.stop('SIGQUIT');
      server = await start();
    },
    async [Symbol.asyncDispose]() {
      await server.stop('SIGQUIT');
      temporary.remove();
    },
  };
}

/** The server refuses to run as root, and Debian's package creates a user for it. */
function serverOwner(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const number = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: number('-u'), gid: number('-g') };
}

export async function createServerDatabase(
  serverUrl: string,
): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await asAdministrator(serverUrl, `create database ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => asAdministrator(serverUrl, `drop database ${name} with (force)`) };
}

async function asAdministrator(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
