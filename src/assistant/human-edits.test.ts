import { describe, expect, test } from 'vitest';
import type { TranslationFields } from '#desk/contract.ts';
import { findHumanEdits, type Written } from './human-edits.ts';
import { placeEdits } from './place-edits.ts';
import { takeApart } from './run-source.ts';

const texts = (content: string, more: Partial<TranslationFields> = {}): TranslationFields => ({
  ...{ title: 'Ein Bild', excerpt: '', featured_image_alt: '', seo_title: null, seo_description: null },
  ...{ seo_keywords: [], content, ...more },
});
const english = texts('<p>First words</p><p>A <b>second</b> and a <i>third</i> word</p><p>Last words</p>', {
  ...{ title: 'A picture', excerpt: 'What it shows', seo_keywords: ['light', 'shadow'] },
});
const german = texts(
  '<p>Erste Worte</p><p>Ein <i>drittes</i> und <b>zweites</b> Wort</p><p>Letzte Worte</p>',
  { excerpt: 'Was es zeigt', seo_keywords: ['Licht', 'Schatten'] },
);
const source = takeApart(english, 'en');
const made: Record<string, string> = {
  ...{ title: 'Ein Bild', excerpt: 'Was es zeigt', seo_keyword_1: 'Licht', seo_keyword_2: 'Schatten' },
  ...{ b1: 'Erste Worte', b2: 'Ein <2>drittes</2> und <1>zweites</1> Wort', b3: 'Letzte Worte' },
};
const written: Written = {
  fields: german,
  blocks: source.blocks.map(({ id, hash }) => ({ id, hash, text: made[id] ?? '' })),
};
const placeOf = (id: string) => written.blocks.findIndex((block) => block.id === id);
const hashOf = (id: string) => written.blocks[placeOf(id)]?.hash ?? '';
const editOf = (id: string, text: string, html: string | null = null) => ({
  ...{ place: placeOf(id), text, madeFor: hashOf(id), html },
});
const found = (change: Partial<TranslationFields>) => findHumanEdits(written, { ...german, ...change }, 'de');
const withContent = (from: string, to: string) => found({ content: german.content.replace(from, to) });

describe('what a person has changed', () => {
  test('is nothing where nothing was', () => {
    expect(found({})).toEqual({ kind: 'blocks', edits: [], fields: {} });
  });

  test('is told block by block, with the numbers of the source', () => {
    const content = german.content.replace(' Wort<', ' Wörtchen<');
    expect(found({ content, title: 'Mein Bild' })).toEqual({
      kind: 'blocks',
      edits: [
        editOf('title', 'Mein Bild'),
        editOf(
          'b2',
          'Ein <2>drittes</2> und <1>zweites</1> Wörtchen',
          'Ein <i>drittes</i> und <b>zweites</b> Wörtchen',
        ),
      ],
      fields: {},
    });
  });

  test('follows marks that were put in another order', () => {
    const turned = 'Das <b>zweite</b> und das <i>dritte</i> Wort<';
    const content = german.content.replace(/Ein <i>.*? Wort</, turned);
    expect(found({ content })).toMatchObject({
      edits: [editOf('b2', 'Das <1>zweite</1> und das <2>dritte</2> Wort', turned.slice(0, -1))],
    });
  });

  test('is the whole text where a paragraph came or went, or a mark is gone', () => {
    expect(withContent('<p>Letzte Worte</p>', '')).toEqual({ kind: 'whole' });
    expect(withContent('<p>Letzte Worte</p>', '<p>Letzte Worte</p><p>Noch einer</p>').kind).toBe('whole');
    expect(withContent('<b>zweites</b>', 'zweites')).toEqual({ kind: 'whole' });
  });

  test('is the whole text where a picture, code or a link to elsewhere is another', () => {
    const html =
      '<p>Das <a href="https://example.org/en">hier</a> zählt</p><img src="/a.png"><pre>x = 1</pre>';
    const own = takeApart(texts(html), 'de').split.blocks.map(({ id, hash, text }) => ({ id, hash, text }));
    const before = { fields: texts(html), blocks: own };
    for (const [from, to] of [
      ['/a.png', '/b.png'],
      ['x = 1', 'x = 2'],
      ['example.org/en', 'example.org/de'],
    ] as const)
      expect(findHumanEdits(before, texts(html.replace(from, to)), 'de'), to).toEqual({ kind: 'whole' });
    const rewritten = texts(html.replace('<p>', '<p class="x">'));
    expect(findHumanEdits(before, rewritten, 'de').kind).toBe('blocks');
  });

  test('is a field by itself where the source has none, where it was emptied, and where a search term came or went', () => {
    const fields = { seo_title: 'Für die Suche', excerpt: '', seo_keywords: ['Schatten'] };
    expect(found(fields)).toEqual({ kind: 'blocks', edits: [], fields });
  });

  test('stays theirs in the next run, with the source that it was written for', () => {
    const text = 'Von Hand';
    const blocks = written.blocks.map((block) =>
      ['b1', 'title'].includes(block.id) ? { ...block, text, human_for: 'older' } : block,
    );
    const fields = { ...german, title: text, content: german.content.replace('Erste Worte', text) };
    expect(findHumanEdits({ fields, blocks }, fields, 'de')).toMatchObject({
      edits: [
        { place: placeOf('title'), text, madeFor: 'older' },
        { place: placeOf('b1'), text, madeFor: 'older' },
      ],
    });
    const again = { ...fields, title: 'Noch einmal' };
    expect(findHumanEdits({ fields, blocks }, again, 'de')).toMatchObject({
      edits: [editOf('title', 'Noch einmal'), { text, madeFor: 'older' }],
    });
  });
});

describe('where an edited block stands in the new source', () => {
  const edits = [editOf('b2', 'Von Hand')];
  const placesIn = (content: string) => {
    const placed = placeEdits(written.blocks, takeApart(texts(content), 'en').blocks, edits);
    return placed && [...placed].map(([id, { text }]) => [id, text]);
  };

  test('it is found by its words, wherever they are', () => {
    expect(placesIn('<p>New</p><p>A <b>second</b> and a <i>third</i> word</p>')).toEqual([
      ['b2', 'Von Hand'],
    ]);
  });

  test('one that has changed is found between its neighbours', () => {
    expect(placesIn('<p>First words</p><p>Another one</p><p>Last words</p>')).toEqual([['b2', 'Von Hand']]);
    expect(placesIn('<p>New</p><p>First words</p><p>Another one</p><p>Last words</p>')).toEqual([
      ['b3', 'Von Hand'],
    ]);
  });

  test('it has none where paragraphs came or went beside it', () => {
    expect(placesIn('<p>First words</p><p>Another one</p><p>And one</p><p>Last words</p>')).toBeNull();
    expect(placesIn('<p>First words</p><p>Last words</p>')).toBeNull();
  });

  test('of two with the same words each keeps its own', () => {
    const html = '<p>Read on</p><p>Between them</p><p>Read on</p>';
    const { blocks } = takeApart(texts(html), 'en');
    const twice = blocks.map(({ id, hash }) => ({ id, hash, text: 'Weiter' }));
    const ofContent = twice.flatMap(({ id }, place) => (id === 'b1' || id === 'b3' ? [place] : []));
    const both = ofContent.map((place, at) => ({ place, text: `Von Hand ${at}`, madeFor: 'h', html: null }));
    const placed = placeEdits(twice, blocks, both);
    expect([...(placed ?? [])].map(([id, { text }]) => [id, text])).toEqual([
      ['b1', 'Von Hand 0'],
      ['b3', 'Von Hand 1'],
    ]);
  });
});
