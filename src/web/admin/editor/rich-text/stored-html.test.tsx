import { DOMParser as EditorParser } from '@tiptap/pm/model';
import fc from 'fast-check';
import { parseDocument } from 'htmlparser2';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { normalizeHtml } from '#content/normalize-html.ts';
import { openText, type } from './fixtures/open-text.tsx';
import { storedHtml } from './fixtures/stored-html.ts';
import { textSchema } from './fixtures/text-schema.ts';
import { serializeHtml } from './serialize-html.ts';

const parser = EditorParser.fromSchema(textSchema);

function passThroughEditor(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  return serializeHtml(parser.parse(body));
}

/** Whether a line of an item or a cell has its own paragraph changes nothing for readers. */
const withoutBareParagraphs = (html: string) => html.replace(/<\/?p>/g, '').replace(/ *<br> */g, '<br>');

test('the editor keeps the structure, the languages and the text of all stored HTML', () => {
  fc.assert(
    fc.property(storedHtml, (html) => {
      const stored = normalizeHtml(parseDocument(html).children);
      expect(withoutBareParagraphs(passThroughEditor(stored))).toBe(withoutBareParagraphs(stored));
    }),
    { numRuns: 300 },
  );
});

test.each([
  '<p>x</p><ul><li>item 1</li><li><ul><li>nested 1</li><li>nested 2</li></ul></li></ul><p>end</p>',
  '<p>x</p><ol start="3"><li><h3>A heading</h3><p>and text</p></li><li><pre><code>code</code></pre></li></ol><p>end</p>',
  '<p>x</p><table><thead><tr><th scope="col">a</th></tr></thead><tbody><tr><td>1</td></tr></tbody><tbody><tr><td>2</td></tr></tbody><tfoot><tr><td>3</td></tr></tfoot></table><p>end</p>',
  '<p>x</p><figure><pre><code>code</code></pre><figcaption>What it does</figcaption></figure><p>end</p>',
])('a letter typed into a stored text changes nothing else: %s', async (html) => {
  const { text, content } = await openText(html);
  (text.element() as HTMLElement).focus();
  await userEvent.keyboard('{Control>}{Home}{/Control}');
  await type('!');
  expect(content()).toBe(html.replace('<p>x', '<p>!x'));
});
