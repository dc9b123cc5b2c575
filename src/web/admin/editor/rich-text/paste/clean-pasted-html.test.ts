import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cleanPastedHtml } from './clean-pasted-html.ts';

const folder = join(import.meta.dirname, '../fixtures');
const shapes = readdirSync(folder)
  .filter((name) => name.endsWith('.txt') && !name.endsWith('.cleaned.txt'))
  .map((name) => name.replace(/\.txt$/, ''));

/** One block per line, as in the fixtures. */
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

test.each(shapes)('HTML copied from %s is cleaned', (name) => {
  const read = (file: string) => readFileSync(join(folder, file), 'utf8');
  expect(topLevel(cleanPastedHtml(read(`${name}.txt`)))).toBe(read(`${name}.cleaned.txt`).trim());
});

test('a few words stay inline, without a paragraph', () => {
  expect(cleanPastedHtml('<meta charset="utf-8"><span style="font-weight:700">two words</span>')).toBe(
    '<strong>two words</strong>',
  );
});

test('HTML copied from this editor stays unchanged', () => {
  const html = '<p data-pm-slice="1 1 []">a <strong>b</strong></p>';
  expect(cleanPastedHtml(html)).toBe(html);
});

test('extremely deep nesting is handled', () => {
  expect(cleanPastedHtml(`${'<div>'.repeat(20_000)}a${'</div>'.repeat(20_000)}<p>b</p>`).trim()).toMatch(
    /^a\s+b$/,
  );
  expect(cleanPastedHtml(`${'<div>'.repeat(1000)}a${'</div>'.repeat(1000)}<p>b</p>`)).toBe('b');
});
