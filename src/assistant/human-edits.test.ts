import { describe, expect, test } from 'vitest';
import type { TranslationFields } from '#desk/contract.ts';
import { findHumanEdits, placeEdits, type Written } from './human-edits.ts';
import { takeApart } from './run-source.ts';

const texts = (content: string, more: Partial<TranslationFields> = {}): TranslationFields => ({
  ...{ title: 'Ein Bild', excerpt: '', featured_image_alt: '', seo_title: null, seo_description: null },
  ...{ seo_keywords: [], content, ...more },
});
const english = texts('<p>First words</p><p>A <b>second</b> and a <i>third</i> word</p><p>Last words</p>', {
  title: 'A picture',
});
const german = texts(
  '<p>Erste Worte</p><p>Ein <i>drittes</i> und <b>zweites</b> Wort</p><p>Letzte Worte</p>',
);
const source = takeApart(english, 'en');
const made = ['Ein Bild', 'Erste Worte', 'Ein <2>drittes</2> und <1>zweites</1> Wort', 'Letzte Worte'];
const written: Written = {
  fields: german,
  blocks: source.blocks.map(({ id, hash }, place) => ({ id, hash, text: made[place] ?? '' })),
};
const hashOf = (id: string) => written.blocks.find((block) => block.id === id)?.hash ?? '';

describe('what a person has changed', () => {
  test('is nothing where nothing was', () => {
    expect(findHumanEdits(written, german, 'de')).toEqual({ kind: 'blocks', edits: new Map() });
  });

  test('is told block by block, with the numbers of the source', () => {
    const content = german.content.replace(' Wort<', ' Wörtchen<');
    const found = findHumanEdits(written, { ...german, content, title: 'Mein Bild' }, 'de');
    expect(found).toEqual({
      kind: 'blocks',
      edits: new Map([
        [hashOf('title'), 'Mein Bild'],
        [hashOf('b2'), 'Ein <2>drittes</2> und <1>zweites</1> Wörtchen'],
      ]),
    });
  });

  test('is the whole text where a paragraph came or went, or a mark is gone', () => {
    for (const content of [
      `${german.content}<p>Noch einer</p>`,
      german.content.replace('<p>Letzte Worte</p>', ''),
      german.content.replace('<b>zweites</b>', 'zweites'),
    ])
      expect(findHumanEdits(written, { ...german, content }, 'de')).toEqual({ kind: 'whole' });
  });
});

describe('where an edited block stands in the new source', () => {
  const edits = new Map([[hashOf('b2'), 'Von Hand']]);
  const placesIn = (content: string) =>
    placeEdits(written.blocks, takeApart(texts(content), 'en').blocks, edits);

  test('it is found by its words, wherever they are', () => {
    expect(placesIn('<p>New</p><p>A <b>second</b> and a <i>third</i> word</p>')).toEqual(
      new Map([['b2', 'Von Hand']]),
    );
  });

  test('one that has changed is found between its neighbours', () => {
    expect(placesIn('<p>First words</p><p>Another one</p><p>Last words</p>')).toEqual(
      new Map([['b2', 'Von Hand']]),
    );
    expect(placesIn('<p>New</p><p>First words</p><p>Another one</p><p>Last words</p>')).toEqual(
      new Map([['b3', 'Von Hand']]),
    );
  });

  test('it has none where paragraphs came or went beside it', () => {
    expect(placesIn('<p>First words</p><p>Another one</p><p>And one</p><p>Last words</p>')).toBeNull();
    expect(placesIn('<p>First words</p><p>Last words</p>')).toBeNull();
  });
});
