import { expect, test } from 'vitest';
import { displayedKeywords, displayedSlug } from './post-form-values.ts';

test.each([
  ['a trailing comma stays in the field', 'video, ', ['video'], 'video, '],
  ['keywords set from outside replace the typed text', 'video, ', ['a', 'b'], 'a, b'],
])('%s', (_, input, keywords, displayed) => expect(displayedKeywords(input, keywords)).toBe(displayed));

test.each([
  ['How to Save  a Video', 'how-to-save-a-video'],
  ['10 tips & tricks -- fast!', '10-tips-tricks-fast'],
  ['', ''],
])('without a slug, the title %j gives %j', (title, slug) => expect(displayedSlug('', title)).toBe(slug));

test('for a title with non-Latin letters, the server makes the slug', () => {
  expect(displayedSlug('', 'Threads 视频怎么下载')).toBe('');
});
