import { expect, test } from 'vitest';
import { htmlToSearchText } from './html-text.ts';

test('text is joined across inline tags, entities and white space but not across paragraphs', () => {
  const text = htmlToSearchText([
    '<p>A <strong>good</strong>\n picture &amp; a&nbsp;<a href="/x">link</a></p><p>And more</p>',
    '<img src="/a.jpg" alt="A tree">',
    'A title',
  ]);
  expect(text).toContain('A good picture & a link');
  expect(text).toContain('A tree');
  expect(text).toContain('A title');
  expect(text).not.toContain('linkAnd');
});
