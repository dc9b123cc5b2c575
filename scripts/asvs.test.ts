import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('each control of ASVS that is not met, or in part, says until when or why there is no plan', () => {
  const rows = readFileSync('docs/asvs.md', 'utf8')
    .split('\n')
    .filter((line) => /^\| [\d., ]+ \| (?:in part|not met) \|/.test(line));
  expect(rows.length).toBeGreaterThan(10);
  expect(rows.filter((row) => !/No plan, because|Until \d+ [A-Z][a-z]+ 20\d\d\b/.test(row))).toEqual([]);
});

test('each control of OSPS is met, not applicable, or open with a reason and until when', () => {
  const [, section = ''] = readFileSync('docs/security.md', 'utf8').split('## OSPS Baseline');
  const rows = section.split('\n').filter((line) => /^\| [A-Z]{2}-\d/.test(line));
  expect(rows.length).toBeGreaterThan(30);
  const isExplained = (row: string) =>
    /^\|[^|]+\| (?:met|met, never needed|not applicable) \| \S[^|]*\|$/.test(row) ||
    /^\|[^|]+\| open \| \S[^|]*\. Until the first release \|$/.test(row);
  expect(rows.filter((row) => !isExplained(row))).toEqual([]);
});
