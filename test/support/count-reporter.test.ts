import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from './temporary-folder.ts';

/** Runs these files with the reporter. Returns the lines from the first failure on. */
function runTests(files: Record<string, string>): { lines: string[]; status: number | null } {
  const folder = join(temporaryFolder(), 'tests');
  mkdirSync(folder);
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  const options = ['--root', folder, '--globals', '--reporter', resolve('test/support/count-reporter.ts')];
  const { stdout, status } = spawnSync(
    process.execPath,
    [resolve('node_modules/vitest/vitest.mjs'), 'run', ...options],
    { cwd: folder, encoding: 'utf8', env: { PATH: process.env.PATH, NO_COLOR: '1' } },
  );
  return { lines: stdout.split('\n').filter((line) => /^Failed: | passed, /.test(line)), status };
}

const passing = "test('passes', () => undefined);";

test('the last lines of a run count and name every failure, also those outside of a test', () => {
  const { lines, status } = runTests({
    'a.test.js': passing,
    'b.test.js': "test('differs', () => expect(1).toBe(2)); test.skip('is skipped', () => undefined);",
    'c.test.js': `describe('a scene', () => { beforeAll(() => { throw new Error('no server') }); ${passing} });`,
    'd.test.js': "throw new Error('no module');",
    'e.test.js': `test('throws later', async () => {
      setImmediate(() => { throw new Error('too late') });
      await new Promise((resolve) => setTimeout(resolve, 100));
    });`,
  });
  expect(lines.slice(0, -1).toSorted()).toEqual([
    'Failed: b.test.js > differs',
    'Failed: c.test.js > a scene: no server',
    'Failed: d.test.js: no module',
    'Failed: outside of the tests: too late',
  ]);
  expect(lines.at(-1)).toBe('2 passed, 4 failed, 2 skipped');
  expect(status).toBe(1);
});

test('a run whose set-up fails ends with a failure', () => {
  const { lines, status } = runTests({
    'a.test.js': passing,
    'vitest.config.js': "export default { test: { globalSetup: './set-up.js' } };",
    'set-up.js': "export default () => { throw new Error('no database') };",
  });
  expect(lines).toEqual(['Failed: the set-up of the run: its error is below', '0 passed, 1 failed']);
  expect(status).toBe(1);
});

test('a run without a failure ends with the number of its tests', () => {
  expect(runTests({ 'a.test.js': passing })).toEqual({ lines: ['1 passed, 0 failed'], status: 0 });
});
