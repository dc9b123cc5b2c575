import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface PostgresServer extends AsyncDisposable {
  /** An existing database; its user may create others. */
  url: string;
  /** Kills the server and starts it again with the same files and port. */
  restart(): Promise<void>;
}

const debianFolder = '/usr/lib/postgresql';

export function postgresBinaries(): string | null {
  if (!existsSync(debianFolder)) return null;
  const versions = readdirSync(debianFolder).sort((a, b) => Number(b) - Number(a));
  const folders = versions.map((version) => join(debianFolder, version, 'bin'));
  return folders.find((folder) => existsSync(join(folder, 'postgres'))) ?? null;
}

export async function startPostgres(): Promise<PostgresServer | null> {
  const binaries = postgresBinaries();
  if (!binaries) return null;
  const folder = mkdtempSync(join(tmpdir(), 'unspool-postgres-'));
  const owner = serverOwner();
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const data = join(folder, 'data');
  execFileSync(
    join(binaries, 'initdb'),
    ['-D', data, '-U', 'unspool', '--auth=trust', '-E', 'UTF8', '--no-sync'],
    {
      stdio: 'ignore',
      cwd: folder,
      ...owner,
    },
  );
  const port = await freePort();
  const start = () =>
    startProcess(binaries, [`-D${data}`, `-k${folder}`, `-p${port}`], { cwd: folder, ...owner });
  let server = await start();
  return {
    url: `postgres://unspool@127.0.0.1:${port}/postgres`,
    async restart() {
      await stopProcess(server, 'SIGKILL');
      server = await start();
    },
    async [Symbol.asyncDispose]() {
      await stopProcess(server, 'SIGQUIT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The server refuses to run as root, and Debian's package creates a user for it. */
function serverOwner(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const number = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: number('-u'), gid: number('-g') };
}

async function startProcess(
  binaries: string,
  args: string[],
  options: { cwd: string; uid?: number; gid?: number },
): Promise<ChildProcess> {
  const settings = ['listen_addresses=127.0.0.1', 'fsync=off', 'max_connections=200'];
  const child = spawn(join(binaries, 'postgres'), [...args, ...settings.flatMap((text) => ['-c', text])], {
    stdio: ['ignore', 'ignore', 'pipe'],
    ...options,
  });
  const lines: string[] = [];
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stderr }).on('line', (line) => {
      lines.push(line);
      if (line.includes('database system is ready to accept connections')) resolve();
    });
    child.once('exit', () => reject(new Error(`PostgreSQL did not start:\n${lines.join('\n')}`)));
  });
  return child;
}

function stopProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill(signal);
  });
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
