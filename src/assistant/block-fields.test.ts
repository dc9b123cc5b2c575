import { expect, test } from 'vitest';
import { fieldBlocks, isSearchTerm, joinFields } from './block-fields.ts';

const fields = {
  title: 'A picture',
  excerpt: 'Of the harbour',
  seo_title: 'Picture of a harbour',
  seo_description: 'A picture of the harbour in the morning',
  featured_image_alt: 'Boats at the pier',
  seo_keywords: ['harbour', '2026', 'boats'],
};

test('every field with words is a block of its kind', () => {
  expect(fieldBlocks(fields).map(({ id, kind, text, most }) => [id, kind, text, most])).toEqual([
    ['title', 'title', fields.title, 150],
    ['excerpt', 'excerpt', fields.excerpt, 300],
    ['seo_title', 'search title', fields.seo_title, 70],
    ['seo_description', 'search description', fields.seo_description, 160],
    ['featured_image_alt', 'picture description', fields.featured_image_alt, 300],
    ['seo_keyword_1', 'search term', 'harbour', 50],
    ['seo_keyword_3', 'search term', 'boats', 50],
  ]);
  expect(fieldBlocks({ title: '42', excerpt: ' ' })).toEqual([]);
  expect(fieldBlocks({})).toEqual([]);
});

test('a field that is longer than its limit may stay as long', () => {
  expect(fieldBlocks({ seo_title: 'word '.repeat(20) })[0]?.most).toBe(100);
});

test('translated texts take the place of the fields they are of, without marks', () => {
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

test('search terms are told by their ids', () => {
  const found = fieldBlocks(fields).filter(isSearchTerm);
  expect(found.map(({ id }) => id)).toEqual(['seo_keyword_1', 'seo_keyword_3']);
});
