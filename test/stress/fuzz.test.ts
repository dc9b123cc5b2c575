import { expect, test } from 'vitest';
import { stressRuns } from '#test/support/stress.ts';
import { readCorpus } from '../fuzz/corpus.ts';
import { runFuzzer } from '../fuzz/run-fuzzer.ts';
import { targetNames } from '../fuzz/target.ts';

const seconds = stressRuns(0, 10);
const seed = 20_261_129;

test.each(targetNames)('no input of the fuzzer breaks a property of: %s', async (name) => {
  const { executions, coverage, finding } = await runFuzzer(name, seconds, seed);
  expect(finding).toBeNull();
  expect(executions).toBeGreaterThanOrEqual(readCorpus(name).length);
  // Else, the coverage would be of no file, and the fuzzer blind.
  expect(coverage.covered).toBeGreaterThan(coverage.blocks / 2);
});
