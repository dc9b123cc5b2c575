import { describe, expect, test } from 'vitest';
import type { TranslationFields } from '#blog/editing-contract.ts';
import type { TranslationOutput } from '../blocks/block-queries.ts';
import { splitPostText } from '../blocks/post-text.ts';
import { findHumanEdits, matchEdits } from './human-edits.ts';

const texts = (content: string, more: Partial<TranslationFields> = {}): TranslationFields => ({
  title: 'Ein Bild',
  excerpt: '',
  featured_image_alt: '',
  seo_title: null,
  seo_description: null,
  seo_keywords: [],
  content,
  ...more,
});
const english = texts('<p>First words</p><p>A <b>second</b> and a <i>third</i> word</p><p>Last words</p>', {
  title: 'A picture',
  excerpt: 'What it shows',
  seo_keywords: ['light', 'shadow'],
});
const german = texts(
  '<p>Erste Worte</p><p>Ein <i>drittes</i> und <b>zweites</b> Wort</p><p>Letzte Worte</p>',
  { excerpt: 'Was es zeigt', seo_keywords: ['Licht', 'Schatten'] },
);
const source = splitPostText(english, 'en');
const translations: Record<string, string> = {
  title: 'Ein Bild',
  excerpt: 'Was es zeigt',
  seo_keyword_1: 'Licht',
  seo_keyword_2: 'Schatten',
  b1: 'Erste Worte',
  b2: 'Ein <2>drittes</2> und <1>zweites</1> Wort',
  b3: 'Letzte Worte',
};
const written: TranslationOutput = {
  fields: german,
  blocks: source.blocks.map(({ id, hash }) => ({ id, hash, text: translations[id] ?? '' })),
};
const findIndex = (id: string) => written.blocks.findIndex((block) => block.id === id);
const findHash = (id: string) => written.blocks[findIndex(id)]?.hash ?? '';
const createEdit = (id: string, text: string, html: string | null = null) => ({
  index: findIndex(id),
  text,
  sourceHash: findHash(id),
  html,
});
const found = (change: Partial<TranslationFields>) => findHumanEdits(written, { ...german, ...change }, 'de');
const withContent = (from: string, to: string) => found({ content: german.content.replace(from, to) });

describe('findHumanEdits', () => {
  test('finds nothing in an unchanged text', () => {
    expect(found({})).toEqual({ edits: [], fields: {} });
  });

  test('finds edited blocks, with the tag numbers of the source', () => {
    const content = german.content.replace(' Wort<', ' Wörtchen<');
    expect(found({ content, title: 'Mein Bild' })).toEqual({
      edits: [
        createEdit('title', 'Mein Bild'),
        createEdit(
          'b2',
          'Ein <2>drittes</2> und <1>zweites</1> Wörtchen',
          'Ein <i>drittes</i> und <b>zweites</b> Wörtchen',
        ),
      ],
      fields: {},
    });
  });

  test('follows reordered tags', () => {
    const turned = 'Das <b>zweite</b> und das <i>dritte</i> Wort<';
    const content = german.content.replace(/Ein <i>.*? Wort</, turned);
    expect(found({ content })).toMatchObject({
      edits: [createEdit('b2', 'Das <1>zweite</1> und das <2>dritte</2> Wort', turned.slice(0, -1))],
    });
  });

  test('counts the whole text as edited if a paragraph was added or removed, or a tag is gone', () => {
    expect(withContent('<p>Letzte Worte</p>', '')).toBeNull();
    expect(withContent('<p>Letzte Worte</p>', '<p>Letzte Worte</p><p>Noch einer</p>')).toBeNull();
    expect(withContent('<b>zweites</b>', 'zweites')).toBeNull();
  });

  test('counts the whole text as edited if an image, code or an external link has changed', () => {
    const html =
      '<p>Das <a href="https://example.org/en">hier</a> zählt</p><img src="/a.png"><pre>x = 1</pre>';
    const outputBlocks = splitPostText(texts(html), 'de').split.blocks.map(({ id, hash, text }) => ({
      id,
      hash,
      text,
    }));
    const before = { fields: texts(html), blocks: outputBlocks };
    for (const [from, to] of [
      ['/a.png', '/b.png'],
      ['x = 1', 'x = 2'],
      ['example.org/en', 'example.org/de'],
    ] as const)
      expect(findHumanEdits(before, texts(html.replace(from, to)), 'de'), to).toBeNull();
    const rewritten = texts(html.replace('<p>', '<p class="x">'));
    expect(findHumanEdits(before, rewritten, 'de')).not.toBeNull();
  });

  test('finds fields that the source lacks, emptied fields, and changed lists of search terms', () => {
    const fields = { seo_title: 'Für die Suche', excerpt: '', seo_keywords: ['Schatten'] };
    expect(found(fields)).toEqual({ edits: [], fields });
  });

  test('keeps human edits in the next run, with the source they were written for', () => {
    const text = 'Von Hand';
    const blocks = written.blocks.map((block) =>
      ['b1', 'title'].includes(block.id) ? { ...block, text, human_for: 'older' } : block,
    );
    const fields = { ...german, title: text, content: german.content.replace('Erste Worte', text) };
    expect(findHumanEdits({ fields, blocks }, fields, 'de')).toMatchObject({
      edits: [
        { index: findIndex('title'), text, sourceHash: 'older' },
        { index: findIndex('b1'), text, sourceHash: 'older' },
      ],
    });
    const reedited = { ...fields, title: 'Noch einmal' };
    expect(findHumanEdits({ fields, blocks }, reedited, 'de')).toMatchObject({
      edits: [createEdit('title', 'Noch einmal'), { text, sourceHash: 'older' }],
    });
  });
});

describe('matchEdits', () => {
  const edits = [createEdit('b2', 'Von Hand')];
  const matchBlocks = (content: string) => {
    const editsByBlock = matchEdits(written.blocks, splitPostText(texts(content), 'en').blocks, edits);
    return editsByBlock && [...editsByBlock].map(([id, { text }]) => [id, text]);
  };

  test('finds a block by its text at any position', () => {
    expect(matchBlocks('<p>New</p><p>A <b>second</b> and a <i>third</i> word</p>')).toEqual([
      ['b2', 'Von Hand'],
    ]);
  });

  test('finds a changed block between its neighbors', () => {
    expect(matchBlocks('<p>First words</p><p>Another one</p><p>Last words</p>')).toEqual([
      ['b2', 'Von Hand'],
    ]);
    expect(matchBlocks('<p>New</p><p>First words</p><p>Another one</p><p>Last words</p>')).toEqual([
      ['b3', 'Von Hand'],
    ]);
  });

  test('finds no block if paragraphs were added or removed next to it', () => {
    expect(matchBlocks('<p>First words</p><p>Another one</p><p>And one</p><p>Last words</p>')).toBeNull();
    expect(matchBlocks('<p>First words</p><p>Last words</p>')).toBeNull();
  });

  test('tells two blocks with the same text apart', () => {
    const html = '<p>Read on</p><p>Between them</p><p>Read on</p>';
    const { blocks } = splitPostText(texts(html), 'en');
    const twice = blocks.map(({ id, hash }) => ({ id, hash, text: 'Weiter' }));
    const ofContent = twice.flatMap(({ id }, index) => (id === 'b1' || id === 'b3' ? [index] : []));
    const both = ofContent.map((index, at) => ({
      index,
      text: `Von Hand ${at}`,
      sourceHash: 'h',
      html: null,
    }));
    const editsByBlock = matchEdits(twice, blocks, both);
    expect([...(editsByBlock ?? [])].map(([id, { text }]) => [id, text])).toEqual([
      ['b1', 'Von Hand 0'],
      ['b3', 'Von Hand 1'],
    ]);
  });
});
