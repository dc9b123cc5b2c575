import { expect, test } from 'vitest';
import { parseSuggestion } from './request-suggestion.ts';
import type { SuggestionKind } from './suggestion-messages.ts';

const seo = { seo_title: 'A title', seo_description: 'A text', seo_keywords: ['one', 'two'] };

test.each<[string, SuggestionKind, unknown, object | null]>([
  ['a slug', 'slug', { success: true, slug: ' a-slug ' }, { slug: 'a-slug' }],
  ['an empty slug', 'slug', { success: true, slug: '' }, null],
  [
    'the names of the wire',
    'seo',
    { seoTitle: 'A title', seoDescription: 'A text', seoKeywords: ['one', 'two'] },
    seo,
  ],
  ['short names', 'seo', { title: 'A title', description: 'A text', keywords: 'one, two,' }, seo],
  ['Chinese commas', 'seo', { title: 'A title', description: 'A text', keywords: 'one，two、' }, seo],
  [
    'a JSON string',
    'seo',
    JSON.stringify({ title: 'A title', description: 'A text', keywords: ['one', 7, 'two'] }),
    seo,
  ],
  ['half of a JSON string', 'seo', '{"seoTitle":"A ti', null],
  ['wrong types', 'seo', { seoTitle: 7, seoDescription: ['x'] }, null],
  ['a refusal', 'excerpt', { success: false, code: 'x', error: 'No.' }, null],
  ['nothing', 'excerpt', undefined, null],
  ['a list', 'excerpt', ['x'], null],
  [
    'a stored image',
    'image',
    { imageUrl: '/files/a/1200.webp' },
    { featured_image_url: '/files/a/1200.webp' },
  ],
  ['no image', 'image', { imageUrl: null }, {}],
  ['a script URL as an image', 'image', { imageUrl: 'javascript:alert(1)' }, {}],
  ['a URL without a scheme', 'image', { imageUrl: '//evil.example/x.png' }, {}],
])('%s is parsed into the expected patch', (_name, kind, payload, patch) => {
  expect(parseSuggestion(kind, payload)?.patch ?? null).toEqual(patch);
});

test('a fallback has a reason, even for an unknown code', () => {
  const read = (more: object) => parseSuggestion('slug', { slug: 'x', ...more })?.code;
  expect(read({ fallback: false })).toBeNull();
  expect(read({})).toBeNull();
  expect(read({ fallback: true, code: 'model.budget' })).toBe('model.budget');
  expect(read({ fallback: true, code: 'toString' })).toBe('model.malformed');
});
