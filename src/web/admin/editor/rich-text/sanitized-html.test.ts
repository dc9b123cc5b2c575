import { getSchema } from '@tiptap/core';
import { Node } from '@tiptap/pm/model';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sanitizeContent } from '#blog/sanitize-content.ts';
import { stressRuns } from '#test/support/stress.ts';
import { richTextExtensions } from '#web/admin/editor/rich-text/extensions/extensions.ts';
import { everyFormat } from '#web/admin/editor/rich-text/fixtures/every-format.ts';
import { serializeHtml } from '#web/admin/editor/rich-text/serialize-html.ts';

const schema = getSchema(richTextExtensions());
const imageUrl = '/files/0199c7f0-7a11-8a2b-9c3d-1e2f3a4b5c6d/480.webp';
const urls = [
  'https://example.org/a?b=c&d#e',
  'example.org',
  '/de/about',
  '#part',
  'mailto:a@example.org',
  'tel:+49123',
  'javascript:alert(1)',
  ' java\nscript:x',
  '//example.org/x',
  'ftp://example.org',
  'https://bücher.example/ü',
  '/100%',
  'localhost:3000/x',
  'http://',
  '',
  '/\\example.org/x',
  'data:text/html,x',
  '/../../etc',
  '/a b|c',
];

const sampleText = fc.constantFrom(
  'a',
  'b c',
  ' ',
  '  d',
  'e ',
  '<&>"',
  '中文',
  'ไทย',
  'đ 😀',
  '\u00a0',
  'x\u00a0:',
  '\t',
  'f\ng',
);
const mark = fc.oneof(
  fc
    .constantFrom('bold', 'italic', 'underline', 'strike', 'code', 'subscript')
    .map((type) => ({ type, attrs: {} })),
  fc.constantFrom(...urls).map((href) => ({ type: 'link', attrs: { href } })),
  fc.constantFrom('de', 'zh-Hans').map((lang) => ({ type: 'language', attrs: { lang } })),
);
const marks = fc.uniqueArray(mark, { maxLength: 3, selector: ({ type }) => type });
const text = fc.record({ type: fc.constant('text'), text: sampleText, marks });
const image = fc.record({
  type: fc.constant('image'),
  attrs: fc.record({ src: fc.constant(imageUrl), alt: sampleText, width: fc.constantFrom(null, '480') }),
  marks,
});
const caption = fc.array(fc.oneof(text, fc.constant({ type: 'hardBreak' })), { maxLength: 4 });
const line = fc.array(fc.oneof({ weight: 4, arbitrary: text }, fc.constant({ type: 'hardBreak' }), image), {
  maxLength: 5,
});
const languages = fc.constantFrom({}, {}, {}, { lang: 'de' }, { dir: 'rtl', lang: 'th' });
const node = (type: string, content: fc.Arbitrary<unknown[]>, attrs: fc.Arbitrary<object> = languages) =>
  fc.record({ type: fc.constant(type), content, attrs });

const some = (content: fc.Arbitrary<unknown>, most = 3) =>
  fc.array(content, { minLength: 1, maxLength: most });

const { block } = fc.letrec<{ block: unknown; item: unknown; cell: unknown }>((tie) => ({
  block: fc.oneof(
    { depthSize: 'small' },
    node('paragraph', line),
    node(
      'heading',
      line,
      fc.constantFrom(1, 2, 3, 4).map((level) => ({ level })),
    ),
    fc.constant({ type: 'horizontalRule' }),
    node(
      'codeBlock',
      fc.array(fc.record({ type: fc.constant('text'), text: sampleText }), { maxLength: 3 }),
      fc.constantFrom({ language: null }, { language: 'ts' }, { language: '"><script>' }),
    ),
    node('figure', caption, fc.record({ src: fc.constantFrom(imageUrl, null), alt: sampleText })),
    node(
      'pendingPicture',
      fc.constant([]),
      fc.record({ alt: sampleText, address: fc.constantFrom(null, 'https://example.org/a b.png') }),
    ),
    node('blockquote', some(tie('block'))),
    node('bulletList', some(tie('item'))),
    node('orderedList', some(tie('item')), fc.constantFrom({ start: 1 }, { start: 7 })),
    fc
      .tuple(fc.integer({ min: 1, max: 3 }), fc.constantFrom(null, ' A  <caption> '))
      .chain(([width, title]) =>
        node(
          'table',
          some(
            node('tableRow', fc.array(tie('cell'), { minLength: width, maxLength: width }), fc.constant({})),
          ),
          fc.constant({ caption: title }),
        ),
      ),
  ),
  item: fc
    .tuple(node('paragraph', line), fc.array(tie('block'), { maxLength: 2 }))
    .chain(([first, more]) => node('listItem', fc.constant([first, ...more]))),
  cell: fc
    .constantFrom('tableCell', 'tableHeader')
    .chain((type) => node(type, some(tie('block'), 2), fc.constant({}))),
}));

test('the server keeps all HTML of the editor unchanged', () => {
  fc.assert(
    fc.property(some(block, 4), (content) => {
      const html = serializeHtml(Node.fromJSON(schema, { type: 'doc', content }));
      expect(sanitizeContent(html)).toBe(html);
    }),
    { numRuns: stressRuns(200, 20_000) },
  );
});

test('the server keeps a text with every format unchanged', () => {
  expect(sanitizeContent(everyFormat)).toBe(everyFormat);
});
