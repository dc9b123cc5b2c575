import { expect, test } from 'vitest';
import { createFallbackSuggestion, createUndoPatch } from './use-suggestion.ts';

const applied = {
  before: { seo_title: null, seo_keywords: ['old'] },
  after: { seo_title: 'New', seo_keywords: ['new', 'words'] },
};

test.each([
  ['restores the previous values, including empty ones', applied.after, applied.before],
  [
    'keeps a field that was changed since',
    { ...applied.after, seo_title: 'Mine' },
    { seo_keywords: ['old'] },
  ],
  ['is not possible if every field was changed since', { seo_title: 'Mine', seo_keywords: [] }, null],
])('undo %s', (_, fields, patch) => expect(createUndoPatch(applied, fields)).toEqual(patch));

test('a suggestion equal to the previous values leaves nothing to undo', () => {
  expect(createUndoPatch({ ...applied, before: applied.after }, applied.after)).toBeNull();
});

test('without a response, the rules fill the form', () => {
  const fields = { title: ' How to: keep -- it! ', content: `<p>${'word '.repeat(100)}</p>` };
  const rule = (kind: 'slug' | 'excerpt' | 'seo' | 'image', input = fields) =>
    createFallbackSuggestion(kind, 'en', input as Parameters<typeof createFallbackSuggestion>[2]);
  expect(rule('slug')).toEqual({ slug: 'how-to-keep-it' });
  expect(rule('slug', { ...fields, title: '保存' })).toEqual({});
  expect(rule('excerpt').excerpt).toMatch(/^(word ){60}\.\.\.$/);
  expect(rule('excerpt', { ...fields, content: '<p>Short</p>' })).toEqual({ excerpt: 'Short' });
  expect(rule('seo')).toMatchObject({ seo_title: 'How to: keep -- it!', seo_keywords: [] });
  expect(rule('image')).toEqual({});
});
