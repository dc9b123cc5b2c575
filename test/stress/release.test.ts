import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { startProcess } from '#test/support/local-servers.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const run = promisify(execFile);

/** Packs the existing build. */
const createRelease = (folder: string) =>
  run(process.execPath, ['scripts/release.ts', '--dry-run', '--no-build', '--folder', folder]);

function readChecksums(release: string): string {
  const file = readdirSync(release).find((name) => name.endsWith('.sha256')) ?? '';
  return readFileSync(join(release, file), 'utf8');
}

test('the archive of a release starts with Node alone, and its files have the listed checksums', async () => {
  const folder = temporaryFolder();
  const release = join(folder, 'release');
  await createRelease(release);
  const files = (await readdir(release)).toSorted();
  const name = files[0]?.replace('.cdx.json', '') ?? '';
  expect(name).toMatch(/^unspool-\d+\.\d+\.\d+-linux-(?:x64|arm64)$/);
  expect(files).toEqual(
    ['.cdx.json', '.licenses.txt', '.notes.md', '.sha256', '.tar.gz'].map((extension) => name + extension),
  );
  const { stdout } = await run('sha256sum', ['--check', `${name}.sha256`], { cwd: release });
  expect(stdout.trim().split('\n')).toHaveLength(files.length - 1);

  await run('tar', ['-xzf', join(release, `${name}.tar.gz`), '-C', folder]);
  expect((await readdir(join(folder, name))).toSorted()).toEqual([
    'LICENSE',
    'NOTES.md',
    'THIRD-PARTY-LICENSES.txt',
    'assets',
    'build',
    'node_modules',
    'package.json',
  ]);
  expect(await readdir(join(folder, name, 'build/server'))).not.toContain('compile-cache');
  const { ready, stop } = await startProcess(
    process.execPath,
    [`${name}/build/server/main.js`],
    [/"port":(\d+).*"msg":"ready"/],
    { cwd: folder, env: { HOST: '127.0.0.1', PORT: '0' } },
  );
  try {
    const response = await fetch(`http://127.0.0.1:${ready[1]}/`);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('<title>');
    expect((await fetch(`http://127.0.0.1:${ready[1]}/blog`)).status).toBe(200);
  } finally {
    expect(await stop()).toBe(0);
  }
  expect(await readdir(join(folder, 'data'))).toContain('database');
}, 180_000);

test('the same build gives the same bytes', async () => {
  const folder = temporaryFolder();
  const releases = [join(folder, 'one'), join(folder, 'two')];
  for (const release of releases) await createRelease(release);
  const [one, two] = releases.map(readChecksums);
  expect(two).toBe(one);
});
