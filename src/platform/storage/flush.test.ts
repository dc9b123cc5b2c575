import fs, { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join, relative } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { loseUnflushed } from '#test/support/simulated-disk.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { createFolder, createFolderSync } from './flush.ts';

const creators = [
  ['createFolder', createFolder],
  ['createFolderSync', async (path: string) => createFolderSync(path)],
] as const;

test.each(creators)('folders made by %s survive a power failure', async (_name, create) => {
  const folder = temporaryFolder();
  const remains = await loseUnflushed(folder, () => create(join(folder, 'one', 'two')));
  expect(existsSync(join(remains, 'one', 'two'))).toBe(true);
});

test.each(creators)(
  'folders that a killed process has made are flushed by %s in the next one',
  async (_name, create) => {
    const folder = temporaryFolder();
    const remains = await loseUnflushed(folder, async () => {
      mkdirSync(join(folder, 'one', 'two'), { recursive: true });
      await create(join(folder, 'one', 'two'));
    });
    expect(existsSync(join(remains, 'one', 'two'))).toBe(true);
  },
);

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

test('the names in a relative path are flushed too', async () => {
  const folder = temporaryFolder();
  const path = relative(process.cwd(), join(folder, 'one', 'two'));
  const remains = await loseUnflushed(folder, () => createFolder(path));
  expect(existsSync(join(remains, 'one', 'two'))).toBe(true);
});

test('a name whose flush has failed is flushed by the next call for a folder in it', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'one', 'two');
  const remains = await loseUnflushed(folder, async () => {
    const { open } = fs.promises;
    const failOnce = () => {
      fs.promises.open = open;
      syncBuiltinESMExports();
      return Promise.reject(new Error('no flush'));
    };
    fs.promises.open = failOnce;
    syncBuiltinESMExports();
    await expect(createFolder(path)).rejects.toThrow('no flush');
    await createFolder(path);
  });
  expect(existsSync(join(remains, 'one', 'two'))).toBe(true);
});

test('an existing folder above it that can’t be flushed is no error', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'one', 'two'), { recursive: true });
  const { open } = fs.promises;
  onTestFinished(() => {
    fs.promises.open = open;
    syncBuiltinESMExports();
  });
  fs.promises.open = () => Promise.reject(Object.assign(new Error('not allowed'), { code: 'EACCES' }));
  syncBuiltinESMExports();
  await createFolder(join(folder, 'one', 'two'));
});
