import { execFile, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const run = promisify(execFile);

/** The checkout with its packages, as a clone would have it after `npm ci`. */
function copyCheckout(folder: string, order: 1 | -1): void {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  });
  for (const file of files
    .trim()
    .split('\n')
    .toSorted((one, other) => order * (one < other ? -1 : 1))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(file, join(folder, file));
  }
  // Links are fast, but need the same file system.
  const link = ['--archive', '--link', 'node_modules', folder];
  try {
    execFileSync('cp', link, { stdio: 'ignore' });
  } catch {
    execFileSync('cp', ['--archive', 'node_modules', folder]);
  }
  for (const cache of ['.cache', '.vite', '.vite-temp'])
    rmSync(join(folder, 'node_modules', cache), { recursive: true, force: true });
}

async function buildIn(
  folder: string,
  umask: string,
  env: NodeJS.ProcessEnv,
): Promise<Record<string, string>> {
  await run('sh', ['-c', `umask ${umask}; npm run --silent build`], {
    cwd: folder,
    env: { PATH: `${join(folder, 'node_modules/.bin')}:${process.env.PATH}`, HOME: folder, ...env },
    maxBuffer: 2 ** 26,
  });
  const entries = readdirSync(join(folder, 'build'), { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  return Object.fromEntries(
    paths
      .toSorted()
      .map((path) => [relative(folder, path), createHash('sha256').update(readFileSync(path)).digest('hex')]),
  );
}

test('two builds in different folders, time zones and languages give the same bytes', async () => {
  const folder = temporaryFolder();
  const [one, other] = [join(folder, 'a'), join(folder, 'another/much-longer-name')];
  copyCheckout(one, 1);
  copyCheckout(other, -1);
  const first = await buildIn(one, '022', { TZ: 'UTC', LANG: 'C' });
  const second = await buildIn(other, '077', { TZ: 'Asia/Kathmandu', LANG: 'de_DE.UTF-8' });
  expect(Object.keys(first).length).toBeGreaterThan(500);
  expect(second).toEqual(first);
}, 1_800_000);
