import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cleanPaste } from './clean-paste.ts';

const folder = join(import.meta.dirname, 'fixtures');
const shapes = readdirSync(folder)
  .filter((name) => name.endsWith('.txt') && !name.endsWith('.cleaned.txt'))
  .map((name) => name.replace(/\.txt$/, ''));
/** One block a line, as the fixtures have them for people to read. */
const inLines = (html: string) =>
  html.replace(
    /(<\/(?:p|h[1-4]|ul|ol|table|figure|blockquote|pre)>|<hr>)(?=<(?:p|h[1-4]|ul|ol|table|figure|blockquote|pre|hr)\b)/g,
    '$1\n',
  );
const topLevel = (html: string) => {
  let depth = 0;
  return inLines(html)
    .split('\n')
    .map((line) => {
      const before = depth;
      for (const [tag] of line.matchAll(/<\/?(?:li|td|th|blockquote|figure)\b/g))
        depth += tag.startsWith('</') ? -1 : 1;
      return before === 0 ? `\n${line}` : line;
    })
    .join('')
    .trim();
};

test.each(shapes)('what is copied from %s comes in clean', (name) => {
  const read = (file: string) => readFileSync(join(folder, file), 'utf8');
  expect(topLevel(cleanPaste(read(`${name}.txt`)))).toBe(read(`${name}.cleaned.txt`).trim());
});

test('a few words stay words, without a paragraph of their own', () => {
  expect(cleanPaste('<meta charset="utf-8"><span style="font-weight:700">two words</span>')).toBe(
    '<strong>two words</strong>',
  );
});

test('what was copied from a text of ours stays as it is', () => {
  const own = '<p data-pm-slice="1 1 []">a <strong>b</strong></p>';
  expect(cleanPaste(own)).toBe(own);
});

test('a page nested without end breaks nothing', () => {
  expect(cleanPaste(`${'<div>'.repeat(20_000)}a${'</div>'.repeat(20_000)}<p>b</p>`).trim()).toMatch(
    /^a\s+b$/,
  );
  expect(cleanPaste(`${'<div>'.repeat(1000)}a${'</div>'.repeat(1000)}<p>b</p>`)).toBe('b');
});
