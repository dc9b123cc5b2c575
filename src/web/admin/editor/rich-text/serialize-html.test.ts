import { Node } from '@tiptap/pm/model';
import { expect, test } from 'vitest';
import { textSchema as schema } from './fixtures/text-schema.ts';
import { serializeHtml } from './serialize-html.ts';

const write = (...content: unknown[]) => {
  const doc = Node.fromJSON(schema, { type: 'doc', content });
  doc.check();
  return serializeHtml(doc);
};
const text = (value: string, ...marks: (string | object)[]) => ({
  type: 'text',
  text: value,
  marks: marks.map((mark) => (typeof mark === 'string' ? { type: mark } : mark)),
});
const line = (...content: object[]) => ({ type: 'paragraph', content });
const link = (href: string) => ({ type: 'link', attrs: { href } });

const example = link('example.org/a?b=1&c=2');
const hardBreak = { type: 'hardBreak' };

test.each([
  ['empty blocks are not written', [line(), line(text('a')), line(hardBreak), line()], '<p>a</p>'],
  [
    'leading, trailing and double spaces and spaces next to a break are dropped',
    [line(text('  a  b '), hardBreak, text(' c  ', 'bold'))],
    '<p>a b<br><strong>c</strong></p>',
  ],
  [
    'a double space across a mark is one',
    [line(text('a '), text(' b', 'bold'))],
    '<p>a <strong>b</strong></p>',
  ],
  [
    'a space without a mark separates marked words',
    [line(text('a', 'bold'), text(' '), text('b', 'bold'))],
    '<p><strong>a</strong> <strong>b</strong></p>',
  ],
  [
    'a link is one element around all its text',
    [line(text('a', example), text('b', 'bold', example))],
    '<p><a href="http://example.org/a?b=1&amp;c=2" rel="noopener">a<strong>b</strong></a></p>',
  ],
  [
    'a link with a forbidden scheme is not written',
    [line(text('a', link('javascript:alert(1)')))],
    '<p>a</p>',
  ],
  [
    'code keeps its spaces, except trailing ones',
    [{ type: 'codeBlock', attrs: { language: 'ts' }, content: [text('a  <b>  \n  c\n\n')] }],
    '<pre><code class="language-ts">a  &lt;b&gt;\n  c</code></pre>',
  ],
])('%s', (_, content, html) => expect(write(...content)).toBe(html));

test('list items with a single line have no paragraphs', () => {
  const item = (...content: object[]) => ({ type: 'listItem', content });
  const list = (...content: object[]) => ({ type: 'bulletList', content });
  expect(write(list(item(line(text('a')), list(item(line(text('b')))))))).toBe(
    '<ul><li>a<ul><li>b</li></ul></li></ul>',
  );
  expect(write(list(item(line(text('a')), line(text('b')))))).toBe('<ul><li><p>a</p><p>b</p></li></ul>');
});

test('header rows become the table head, and every header cell has a scope', () => {
  const cell = (type: string, value = '') => ({ type, content: [line(...(value ? [text(value)] : []))] });
  const row = (...content: object[]) => ({ type: 'tableRow', content });
  expect(
    write({
      type: 'table',
      attrs: { caption: 'T' },
      content: [
        row(cell('tableHeader'), cell('tableHeader', 'a')),
        row(cell('tableHeader', 'b'), cell('tableCell', 'c')),
      ],
    }),
  ).toBe(
    '<table><caption>T</caption><thead><tr><td></td><th scope="col">a</th></tr></thead>' +
      '<tbody><tr><th scope="row">b</th><td>c</td></tr></tbody></table>',
  );
});

test('a pending image is saved as a link to it', () => {
  const pending = (url: string | null) => ({
    type: 'pendingPicture',
    attrs: { job: '1', alt: 'A "cat"', address: url },
  });
  expect(write(pending('https://example.org/a.png'))).toBe(
    '<p><a href="https://example.org/a.png" rel="noopener">A "cat"</a></p>',
  );
  expect(write(pending(null))).toBe('');
});
