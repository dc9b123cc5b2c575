import { expect, test } from 'vitest';
import { displayedSlug } from './post-form-values.ts';

test.each([
  ['How to Save  a Video', 'how-to-save-a-video'],
  ['10 tips & tricks -- fast!', '10-tips-tricks-fast'],
  ['', ''],
])('without a slug, the title %j gives %j', (title, slug) => expect(displayedSlug('', title)).toBe(slug));

test('a slug of its own stays when the title changes', () => {
  expect(displayedSlug('mine', 'Another title')).toBe('mine');
});

test('for a title with non-Latin letters, the server makes the slug', () => {
  expect(displayedSlug('', 'Threads 视频怎么下载')).toBe('');
});
