import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { stressRuns } from '#test/support/stress.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { readFindings, readInputs, writeCorpus } from '../fuzz/corpus.ts';
import { isSlow } from '../fuzz/fuzz.ts';
import { runFuzzer } from '../fuzz/run-fuzzer.ts';
import { targetNames } from '../fuzz/target.ts';

const seconds = stressRuns(0, 10);
const seed = 20_261_129;

test.each(targetNames)('no input of the fuzzer breaks a property of: %s', async (name) => {
  const { executions, coverage, finding } = await runFuzzer(name, seconds, seed);
  expect(finding).toBeNull();
  expect(executions).toBeGreaterThanOrEqual(readInputs(name).length);
  // Else, the coverage would be of no file, and the fuzzer blind.
  expect(coverage.covered).toBeGreaterThan(coverage.blocks / 2);
});

test.each([
  ['quadratic work', { wholeMs: 200, halfMs: 50, doubledMs: 800 }, true],
  [
    'quadratic work whose doubled input is rejected at once',
    { wholeMs: 200, halfMs: 50, doubledMs: 1 },
    true,
  ],
  ['anything above 1.5 seconds', { wholeMs: 1600, halfMs: 800, doubledMs: 3200 }, true],
  ['linear work', { wholeMs: 200, halfMs: 100, doubledMs: 400 }, false],
  ['work that reaches its limit', { wholeMs: 190, halfMs: 40, doubledMs: 270 }, false],
  ['quadratic work that is still short', { wholeMs: 100, halfMs: 25, doubledMs: 400 }, false],
])('%s is found slow or not', (_, times, expected) => {
  expect(isSlow(times)).toBe(expected);
});

test('saving the corpus deletes no finding, even one that covers nothing new', async () => {
  const folder = temporaryFolder();
  const [first, second] = ['bytes=1-2\n100', 'bytes=3-4\n100'].map((text) => Buffer.from(text));
  for (const name of ['corpus', 'findings']) mkdirSync(`${folder}/${name}`);
  writeFileSync(`${folder}/findings/range.jsonl`, `${JSON.stringify(second?.toString())}\n`);
  writeCorpus('range', [first, second] as Buffer[], folder);
  const { corpus } = await runFuzzer('range', 0, seed, folder);
  expect(corpus).toHaveLength(1);
  writeCorpus('range', [], folder);
  expect(readInputs('range', folder)).toEqual([second]);
});

test('each file of findings belongs to a target, and all of it is read', () => {
  const files = readdirSync('test/fuzz/findings').map((file) => basename(file, '.jsonl'));
  expect(targetNames).toEqual(expect.arrayContaining(files));
  for (const name of targetNames) expect(readFindings(name).length > 0).toBe(files.includes(name));
});
