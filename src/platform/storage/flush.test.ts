import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loseUnflushed } from '#test/support/simulated-disk.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { createFolder, createFolderSync } from './flush.ts';

test.each([
  ['createFolder', createFolder],
  ['createFolderSync', async (path: string) => createFolderSync(path)],
])('folders made by %s survive a power failure', async (_name, create) => {
  const folder = temporaryFolder();
  const remains = await loseUnflushed(folder, () => create(join(folder, 'one', 'two')));
  expect(existsSync(join(remains, 'one', 'two'))).toBe(true);
});

test('a call for a folder that another call has just made waits until its name is flushed', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'one', 'two');
  const remains = await loseUnflushed(folder, async () => {
    void createFolder(path);
    await createFolder(path);
  });
  expect(existsSync(join(remains, 'one', 'two'))).toBe(true);
});

test('a call after one that failed still makes its folder', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'file'), '');
  const failed = createFolder(join(folder, 'file', 'one'));
  const made = createFolder(join(folder, 'one'));
  await expect(failed).rejects.toThrow();
  await made;
  expect(existsSync(join(folder, 'one'))).toBe(true);
});
