import { expect, test } from 'vitest';
import type { PostFields } from '#desk/contract.ts';
import { isUntouched, type Placed, undoPatch } from './placed.ts';

const fields = (more: Partial<PostFields>) => more as PostFields;
const placed: Placed = {
  before: { seo_title: null, seo_keywords: ['old'] },
  after: { seo_title: 'New', seo_keywords: ['new', 'words'] },
  by: 'model',
};

test('a suggestion is taken back to exactly what was there, an empty field among it', () => {
  expect(undoPatch(placed, fields({ seo_title: 'New', seo_keywords: ['new', 'words'] }))).toEqual(
    placed.before,
  );
});

test('what was typed since stays', () => {
  expect(undoPatch(placed, fields({ seo_title: 'New, mine', seo_keywords: ['new', 'words'] }))).toEqual({
    seo_keywords: ['old'],
  });
  expect(undoPatch(placed, fields({ seo_title: 'Mine', seo_keywords: [] }))).toBeNull();
});

test('a suggestion that says what was there already leaves nothing to take back', () => {
  expect(undoPatch({ ...placed, before: placed.after }, fields(placed.after))).toBeNull();
});

test('a field is untouched as long as it says the same', () => {
  const before = fields({ seo_title: null, seo_keywords: ['old'] });
  expect(
    isUntouched(before, fields({ seo_title: null, seo_keywords: ['old'] }), ['seo_title', 'seo_keywords']),
  ).toBe(true);
  expect(isUntouched(before, fields({ seo_title: '', seo_keywords: ['old'] }), ['seo_title'])).toBe(false);
});
