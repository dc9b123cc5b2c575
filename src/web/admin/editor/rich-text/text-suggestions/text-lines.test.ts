import type { Node } from '@tiptap/pm/model';
import { EditorState } from '@tiptap/pm/state';
import { expect, test } from 'vitest';
import type { TextAction } from '#ai/text-contract.ts';
import type { Locale } from '#i18n/locales.ts';
import { textSchema as schema } from '../fixtures/text-schema.ts';
import { serializeHtml } from '../serialize-html.ts';
import { replaceLines } from './replace-lines.ts';
import { splitIntoItems } from './split-into-items.ts';
import { type DiffRun, diffLines } from './suggestion-diff.tsx';
import { parseTaggedLines, selectLines, toTaggedText } from './tagged-text.ts';

const text = (words: string, ...marks: object[]) => ({ type: 'text', text: words, marks });
const bold = { type: 'bold' };
const link = { type: 'link', attrs: { href: '/blog/garden' } };
const paragraph = (...content: object[]) => ({ type: 'paragraph', content });
const docOf = (...content: object[]) => schema.nodeFromJSON({ type: 'doc', content });
const all = (doc: Node) => ({ from: 0, to: doc.content.size });

/** The document after a suggestion for the range, or for all of it; null if it doesn't fit. */
function replace(doc: Node, action: TextAction, suggestion: string, range = all(doc)): string | null {
  const lines = selectLines(doc, range);
  const { tags } = toTaggedText(lines);
  const state = EditorState.create({ doc });
  const from = lines[0]?.from ?? 0;
  const to = lines.at(-1)?.to ?? 0;
  const tr = replaceLines(state, { from, to }, action, parseTaggedLines(suggestion, tags, schema));
  return tr && serializeHtml(tr.doc);
}

const formatted = docOf(
  paragraph(text('It was '), text('quiet', bold), text(' in the '), text('garden', link, bold), text('.')),
);

test('formatting becomes numbered tags, the same number for the same formatting, and comes back', () => {
  const doc = docOf(
    paragraph(
      text('a < b '),
      text('c', bold),
      text(' d '),
      text('e', bold),
      { type: 'hardBreak' },
      text('f'),
    ),
  );
  const tagged = toTaggedText(selectLines(doc, all(doc)));
  expect(tagged.text).toBe('a &lt; b <1>c</1> d <1>e</1><2/>f');
  const [line] = parseTaggedLines(tagged.text, tagged.tags, schema);
  expect(line?.eq(doc.child(0).content)).toBe(true);
});

test('a model never sees a URL of a link, and its own tags are at most a space', () => {
  const tagged = toTaggedText(selectLines(formatted, all(formatted)));
  expect(tagged.text).not.toContain('/blog');
  expect(replace(formatted, 'rewrite', 'So <1>quiet</1> <9>there</9>, <2>garden</2></3><7/>!')).toBe(
    '<p>So <strong>quiet</strong> there, <a href="/blog/garden"><strong>garden</strong></a> !</p>',
  );
});

test('a break or an image comes at most once', () => {
  const doc = docOf(paragraph(text('a'), { type: 'hardBreak' }, text('b')));
  expect(replace(doc, 'rewrite', 'a<1/>b<1/>c')).toBe('<p>a<br>b c</p>');
});

test('lines go back into their own blocks, and text outside the selection stays', () => {
  const cell = (words: string) => ({ type: 'tableCell', content: [paragraph(text(words))] });
  const table = { type: 'table', content: [{ type: 'tableRow', content: [cell('one'), cell('two')] }] };
  const doc = docOf({ type: 'heading', attrs: { level: 2 }, content: [text('Title')] }, table, {
    type: 'codeBlock',
    content: [text('code')].map(({ marks: _, ...node }) => node),
  });
  expect(replace(doc, 'rewrite', 'New title\neins\nzwei')).toBe(
    '<h2>New title</h2><table><tbody><tr><td>eins</td><td>zwei</td></tr></tbody></table><pre><code>code</code></pre>',
  );
  expect(replace(doc, 'rewrite', 'only one line')).toBeNull();
});

test('the ends of the selection keep their spaces', () => {
  const doc = docOf(paragraph(text('one two three')));
  expect(replace(doc, 'rewrite', 'zwei', { from: 4, to: 9 })).toBe('<p>one zwei three</p>');
});

test('another number of paragraphs replaces paragraphs only', () => {
  const doc = docOf(paragraph(text('one')), paragraph(text('two')), paragraph(text('three')));
  expect(replace(doc, 'shorten', 'both', { from: 1, to: 9 })).toBe('<p>both</p><p>three</p>');
  expect(replace(doc, 'shorten', 'a\nb\nc', { from: 2, to: 9 })).toBe(
    '<p>oa</p><p>b</p><p>c</p><p>three</p>',
  );
});

test('a continuation follows the selection, with a space where the script has one', () => {
  expect(replace(docOf(paragraph(text('It was quiet.'))), 'continue', 'Then it rained.')).toBe(
    '<p>It was quiet. Then it rained.</p>',
  );
  expect(replace(docOf(paragraph(text('天亮了。'))), 'continue', '下雨了。')).toBe('<p>天亮了。下雨了。</p>');
  expect(replace(docOf(paragraph(text('One.'))), 'continue', 'Two.\nThree.')).toBe(
    '<p>One. Two.</p><p>Three.</p>',
  );
});

test('a list takes the place of the selected part of a paragraph', () => {
  const doc = docOf(paragraph(text('Buy: bread, milk. Thanks')));
  expect(replace(doc, 'list', 'bread\nmilk', { from: 6, to: 18 })).toBe(
    '<p>Buy:</p><ul><li>bread</li><li>milk</li></ul><p>Thanks</p>',
  );
  const heading = docOf({ type: 'heading', attrs: { level: 2 }, content: [text('a, b')] });
  expect(replace(heading, 'list', 'a\nb')).toBeNull();
});

const itemsOf = (locale: Locale, ...content: object[]) => {
  const doc = docOf(...content);
  return splitIntoItems(selectLines(doc, all(doc)), locale).map((item) => item.textBetween(0, item.size));
};

test.each<[string, Locale, object[], string[]]>([
  ['paragraphs', 'en', [paragraph(text('One.')), paragraph(text('Two.'))], ['One.', 'Two.']],
  ['line breaks', 'en', [paragraph(text('a, b'), { type: 'hardBreak' }, text('c'))], ['a, b', 'c']],
  ['semicolons', 'de', [paragraph(text('Brot, weiß; Milch'))], ['Brot, weiß', 'Milch']],
  ['sentences', 'en', [paragraph(text('First this. Then that!'))], ['First this.', 'Then that!']],
  ['Chinese sentences', 'zh', [paragraph(text('天亮了。下雨了。'))], ['天亮了。', '下雨了。']],
  ['commas', 'en', [paragraph(text('bread, milk, and tea'))], ['bread', 'milk', 'tea']],
  [
    'commas, not those in numbers',
    'en',
    [paragraph(text('1,500 loaves, 2,5 l milk'))],
    ['1,500 loaves', '2,5 l milk'],
  ],
  ['one word', 'en', [paragraph(text('bread'))], ['bread']],
])('without a model, %s become the items of a list', (_name, locale, content, expected) => {
  expect(itemsOf(locale, ...content)).toEqual(expected);
});

const describeRuns = (runs: readonly DiffRun[]) =>
  runs.map(({ kind, tokens }) => `${kind}: ${tokens.map((token) => token.text).join('')}`);

test('the diff shows changed words, and words that lose their formatting', () => {
  const { tags } = toTaggedText(selectLines(formatted, all(formatted)));
  const before = [formatted.child(0).content];
  const diff = (suggestion: string) =>
    describeRuns(diffLines(before, parseTaggedLines(suggestion, tags, schema), { locale: 'en' }));
  expect(diff('It was <1>loud</1> in the <2>garden</2>.')).toEqual([
    'same: It was ',
    'removed: quiet',
    'added: loud',
    'same:  in the garden.',
  ]);
  expect(diff('It was <1>quiet</1> in the garden.')).toEqual([
    'same: It was quiet in the ',
    'removed: garden',
    'added: garden',
    'same: .',
  ]);
  expect(diff('It was <1>quiet</1> in the <2>garden</2>.')).toEqual(['same: It was quiet in the garden.']);
});
