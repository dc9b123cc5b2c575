import { execFile, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { delimiter, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const run = promisify(execFile);
const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();

/** Without the packages of this checkout: a clone has to find its own. */
const path = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .join(delimiter);

/** Installs what the lock names, from npm's cache where it has it. */
async function cloneAndInstall(commit: string, folder: string): Promise<void> {
  git('clone', '--quiet', '--no-hardlinks', '--no-checkout', '.', folder);
  git('-C', folder, 'fetch', '--quiet', 'origin', commit);
  git('-C', folder, 'checkout', '--quiet', commit);
  await run(process.execPath, ['scripts/prepare.mjs', '--no-build'], {
    cwd: folder,
    env: { ...process.env, PATH: path, npm_config_prefer_offline: 'true' },
  });
}

async function createRelease(folder: string, umask: string, env: NodeJS.ProcessEnv) {
  await run('sh', ['-c', `umask ${umask}; npm run --silent release -- --dry-run`], {
    cwd: folder,
    env: { PATH: path, HOME: folder, ...env },
    maxBuffer: 2 ** 26,
  });
  return { build: hashFiles(folder, 'build'), release: hashFiles(folder, 'release') };
}

function hashFiles(folder: string, name: string): Record<string, string> {
  const entries = readdirSync(join(folder, name), { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .toSorted()
      .map((file) => [relative(folder, file), createHash('sha256').update(readFileSync(file)).digest('hex')]),
  );
}

test('two clean clones in different folders, time zones and languages give the same bytes', async () => {
  const folder = temporaryFolder();
  // A commit of changes to tracked files, if there are any: a clone has nothing else of this checkout.
  const commit = git('stash', 'create') || git('rev-parse', 'HEAD');
  const [one, other] = [join(folder, 'a'), join(folder, 'another/much-longer-name')];
  for (const clone of [one, other]) await cloneAndInstall(commit, clone);
  const first = await createRelease(one, '022', { TZ: 'UTC', LANG: 'C' });
  const second = await createRelease(other, '077', { TZ: 'Asia/Kathmandu', LANG: 'de_DE.UTF-8' });
  expect(Object.keys(first.build).length).toBeGreaterThan(500);
  expect(Object.keys(first.release).filter((file) => file.endsWith('.tar.gz'))).toHaveLength(1);
  expect(second).toEqual(first);
}, 1_800_000);
