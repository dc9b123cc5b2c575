import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const folder = 'docs/decisions';
/** About a page. */
const maxWords = 500;
/** Records that haven't been shortened yet. Don't add others: say it in fewer words. */
const longRecords = new Map(['0105', '0112', '0113', '0114', '0115'].map((number) => [number, 650]));

test('a decision record is a page at most', () => {
  const records = readdirSync(folder).filter((name) => name.endsWith('.md'));
  const tooLong = records.flatMap((name) => {
    const words = readFileSync(join(folder, name), 'utf8').split(/\s+/).filter(Boolean).length;
    const limit = longRecords.get(name.slice(0, 4)) ?? maxWords;
    return words > limit ? [`${name}: ${words} of ${limit} words`] : [];
  });
  expect(records.length).toBeGreaterThan(50);
  expect(tooLong).toEqual([]);
});
