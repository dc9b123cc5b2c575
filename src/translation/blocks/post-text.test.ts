import { expect, test } from 'vitest';
import { isKeywordBlock, joinFields, splitFields } from './post-text.ts';

const fields = {
  title: 'A picture',
  excerpt: 'Of the harbour',
  seo_title: 'Picture of a harbour',
  seo_description: 'A picture of the harbour in the morning',
  featured_image_alt: 'Boats at the pier',
  seo_keywords: ['harbour', '2026', 'boats'],
};

test('every field with text becomes a block of its kind', () => {
  expect(splitFields(fields).map(({ id, kind, text, most }) => [id, kind, text, most])).toEqual([
    ['title', 'title', fields.title, 150],
    ['excerpt', 'excerpt', fields.excerpt, 300],
    ['seo_title', 'search title', fields.seo_title, 70],
    ['seo_description', 'search description', fields.seo_description, 160],
    ['featured_image_alt', 'picture description', fields.featured_image_alt, 300],
    ['seo_keyword_1', 'search term', 'harbour', 50],
    ['seo_keyword_3', 'search term', 'boats', 50],
  ]);
  expect(splitFields({ title: '42', excerpt: ' ' })).toEqual([]);
  expect(splitFields({})).toEqual([]);
});

test('a field longer than its limit may keep its length', () => {
  expect(splitFields({ seo_title: 'word '.repeat(20) })[0]?.most).toBe(100);
});

test('translated texts replace their fields, without tags', () => {
  const texts = new Map([
    ['title', 'Ein <1>Bild</1>'],
    ['seo_keyword_1', 'Hafen'],
    ['seo_keyword_3', 'Boote &amp; Pier'],
  ]);
  expect(joinFields(fields, texts)).toEqual({
    ...fields,
    title: 'Ein Bild',
    seo_keywords: ['Hafen', '2026', 'Boote & Pier'],
  });
  expect(joinFields({ excerpt: 'Of the harbour' }, texts)).toEqual({ excerpt: 'Of the harbour' });
  expect(joinFields(fields, new Map())).toEqual(fields);
});

test('recognizes search terms by their ids', () => {
  const found = splitFields(fields).filter(isKeywordBlock);
  expect(found.map(({ id }) => id)).toEqual(['seo_keyword_1', 'seo_keyword_3']);
});
