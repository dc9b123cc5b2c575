import { expect, test } from 'vitest';
import type { PostFields } from '#blog/editing-contract.ts';
import { type AppliedSuggestion, areFieldsUnchanged, createUndoPatch } from './applied-suggestion.ts';

const fields = (more: Partial<PostFields>) => more as PostFields;
const applied: AppliedSuggestion = {
  before: { seo_title: null, seo_keywords: ['old'] },
  after: { seo_title: 'New', seo_keywords: ['new', 'words'] },
  source: 'model',
};

test('undo restores the previous values, including empty ones', () => {
  expect(createUndoPatch(applied, fields({ seo_title: 'New', seo_keywords: ['new', 'words'] }))).toEqual(
    applied.before,
  );
});

test('undo keeps fields that were changed since', () => {
  expect(
    createUndoPatch(applied, fields({ seo_title: 'New, mine', seo_keywords: ['new', 'words'] })),
  ).toEqual({
    seo_keywords: ['old'],
  });
  expect(createUndoPatch(applied, fields({ seo_title: 'Mine', seo_keywords: [] }))).toBeNull();
});

test('a suggestion equal to the previous values leaves nothing to undo', () => {
  expect(createUndoPatch({ ...applied, before: applied.after }, fields(applied.after))).toBeNull();
});

test('a field with the same value counts as unchanged', () => {
  const before = fields({ seo_title: null, seo_keywords: ['old'] });
  expect(
    areFieldsUnchanged(before, fields({ seo_title: null, seo_keywords: ['old'] }), [
      'seo_title',
      'seo_keywords',
    ]),
  ).toBe(true);
  expect(areFieldsUnchanged(before, fields({ seo_title: '', seo_keywords: ['old'] }), ['seo_title'])).toBe(
    false,
  );
});
