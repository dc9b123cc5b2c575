import { Node } from '@tiptap/pm/model';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sanitizeContent } from '#content/sanitize-content.ts';
import { stressRuns } from '#test/support/stress.ts';
import { everyFormat } from '#web/admin/editor/rich-text/fixtures/every-format.ts';
import { textSchema as schema } from '#web/admin/editor/rich-text/fixtures/text-schema.ts';
import { serializeHtml } from '#web/admin/editor/rich-text/serialize-html.ts';

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
    .constantFrom('bold', 'italic', 'underline', 'strike', 'code', 'subscript', 'mark', 'kbd', 'cite')
    .map((type) => ({ type, attrs: {} })),
  fc.constantFrom('ruby', 'ruby', 'rt', 'rt').map((type) => ({ type, attrs: {} })),
  fc.constantFrom(null, 'A "b" <c>').map((title) => ({ type: 'abbr', attrs: { title } })),
  fc.constantFrom(null, '12:00').map((datetime) => ({ type: 'time', attrs: { datetime } })),
  fc
    .record({ href: fc.constantFrom(...urls), target: fc.constantFrom(null, '_blank', 'x') })
    .map((attrs) => ({ type: 'link', attrs })),
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

const figure = node(
  'figure',
  caption,
  fc.record({
    src: fc.constantFrom(imageUrl, imageUrl, null),
    alt: sampleText,
    size: fc.constantFrom(null, 'wide', 'full'),
  }),
);
const threadsPost = fc.record({
  url: fc.constant('https://www.threads.com/@mira.demo/post/DemoPhoto01'),
  name: sampleText,
  username: fc.constant('mira.demo'),
  date: fc.constantFrom(null, '2026-01-02'),
  text: fc
    .array(fc.constantFrom('a', ' b  c ', '\n', '\n\n', '<i>&', 'ไทย'), { maxLength: 6 })
    .map((parts) => parts.join('')),
  lang: fc.constantFrom(null, 'de'),
  images: fc.array(
    fc.record({
      src: fc.constant(imageUrl),
      alt: sampleText,
      width: fc.constantFrom(null, 480),
      height: fc.constant(null),
      isVideo: fc.boolean(),
    }),
    { maxLength: 2 },
  ),
});

const some = (content: fc.Arbitrary<unknown>, most = 3) =>
  fc.array(content, { minLength: 1, maxLength: most });

const { block } = fc.letrec<{
  block: unknown;
  question: unknown;
  description: unknown;
  item: unknown;
  cell: unknown;
}>((tie) => ({
  block: fc.oneof(
    { depthSize: 'small' },
    node('paragraph', line),
    node(
      'heading',
      line,
      fc.record({ level: fc.constantFrom(1, 2, 3, 4), id: fc.constantFrom(null, 'a', 'früh') }),
    ),
    fc.constant({ type: 'horizontalRule' }),
    node(
      'codeBlock',
      fc.array(fc.record({ type: fc.constant('text'), text: sampleText }), { maxLength: 3 }),
      fc.constantFrom({ language: null }, { language: 'ts' }, { language: '"><script>' }),
    ),
    node(
      'pendingPicture',
      fc.constant([]),
      fc.record({ alt: sampleText, address: fc.constantFrom(null, 'https://example.org/a b.png') }),
    ),
    figure,
    fc.record({ type: fc.constant('gallery'), content: some(figure, 3) }),
    fc.record({
      type: fc.constant('embed'),
      attrs: fc.record({
        card: fc.record({
          href: fc.constantFrom('https://vimeo.com/1', 'https://example.org/a?b=c&d'),
          title: sampleText,
        }),
      }),
    }),
    fc.record({
      type: fc.constant('downloadField'),
      attrs: fc.record({ card: fc.record({ href: fc.constantFrom('/', '/de'), title: sampleText }) }),
    }),
    fc.record({ type: fc.constant('threadsPost'), attrs: fc.record({ card: threadsPost }) }),
    node('blockquote', some(tie('block'))),
    node('bulletList', some(tie('item'))),
    node('orderedList', some(tie('item')), fc.constantFrom({ start: 1 }, { start: 7 })),
    node('callout', some(tie('block'), 2), fc.constantFrom({ kind: 'note' }, { kind: 'tip', lang: 'de' })),
    node(
      'buttonLink',
      fc.array(fc.record({ type: fc.constant('text'), text: sampleText }), { maxLength: 3 }),
      fc.record({ href: fc.constantFrom(...urls), target: fc.constantFrom(null, '_blank', 'x') }),
    ),
    node('faq', some(tie('question')), fc.constantFrom({}, { lang: 'de' })),
    tie('question'),
    node('descriptionList', some(fc.oneof(node('descriptionTerm', line), tie('description')), 5)),
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
  question: fc
    .tuple(node('summary', line), some(tie('block'), 2))
    .chain(([summary, rest]) =>
      node('details', fc.constant([summary, ...rest]), fc.constantFrom({}, { open: '' }, { lang: 'de' })),
    ),
  description: node('description', some(tie('block'), 2)),
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
