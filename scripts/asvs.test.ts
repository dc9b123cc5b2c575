import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('each control of ASVS that is not met, or in part, says until when or why there is no plan', () => {
  const rows = readFileSync('docs/asvs.md', 'utf8')
    .split('\n')
    .filter((line) => /^\| [\d., ]+ \| (?:in part|not met) \|/.test(line));
  expect(rows.length).toBeGreaterThan(10);
  expect(rows.filter((row) => !/No plan, because|Until \d+ [A-Z][a-z]+ 20\d\d\b/.test(row))).toEqual([]);
});
