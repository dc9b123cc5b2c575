import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { listFiles } from './list-files.ts';

const everything = () => true;
const listNames = async (folder: string) => (await listFiles(folder, everything)).map(({ name }) => name);

test('only regular files are listed, also behind a link', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'file'), 'four');
  mkdirSync(join(folder, 'folder'));
  symlinkSync(join(folder, 'file'), join(folder, 'link'));
  symlinkSync(join(folder, 'missing'), join(folder, 'dangling'));
  symlinkSync(join(folder, 'loop'), join(folder, 'loop'));
  symlinkSync('/dev/zero', join(folder, 'device'));
  execFileSync('mkfifo', [join(folder, 'pipe')]);
  expect((await listNames(folder)).sort()).toEqual(['file', 'link']);
  expect(await listFiles(folder, (name) => name === 'link')).toMatchObject([
    { name: 'link', path: join(folder, 'link'), bytes: 4 },
  ]);
});

test('a file that is deleted meanwhile is left out', async () => {
  const folder = temporaryFolder();
  for (const name of ['one', 'two', 'three']) writeFileSync(join(folder, name), name);
  const [last = ''] = (await readdir(folder)).slice(-1);
  const deleteLast = (name: string) => {
    if (name !== last) execFileSync('rm', ['-f', join(folder, last)]);
    return true;
  };
  expect(await listFiles(folder, deleteLast)).toHaveLength(2);
});

test('a folder that is missing or a file has no files', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'file'), '');
  expect(await listNames(join(folder, 'missing'))).toEqual([]);
  expect(await listNames(join(folder, 'file'))).toEqual([]);
});
