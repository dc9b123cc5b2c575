import { expect, test } from 'vitest';
import { bareWords } from './bare-words.ts';

test('words are found across marks, references and blanks, and not across paragraphs', () => {
  const text = bareWords([
    '<p>A <strong>good</strong>\n picture &amp; a&nbsp;<a href="/x">link</a></p><p>And more</p>',
    '<img src="/a.jpg" alt="A tree">',
    'A title',
  ]);
  expect(text).toContain('A good picture & a link');
  expect(text).toContain('A tree');
  expect(text).toContain('A title');
  expect(text).not.toContain('linkAnd');
});
