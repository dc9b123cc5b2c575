import { expect, test } from 'vitest';
import { htmlToMarkdown } from './markdown.ts';

test.each([
  ['<p>1. one</p>', '1\\. one'],
  ['<p>2) two</p>', '2\\) two'],
  ['<p>a<br>===<br>---</p>', 'a\\\n\\===\\\n\\---'],
  ['<p>- a</p>', '\\- a'],
  ['<p><code>a`b</code></p>', '`` a`b ``'],
  ['<p><code>a|b</code></p>', '`a|b`'],
  [
    '<table><tr><th>a|b</th></tr><tr><td><code>c|d</code></td></tr></table>',
    '| a\\|b |\n| --- |\n| `c\\|d` |',
  ],
])('%s keeps its meaning as Markdown', (html, markdown) => {
  expect(htmlToMarkdown(html)).toBe(markdown);
});
