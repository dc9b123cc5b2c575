import { expect, test } from 'vitest';
import { shownSlug } from './follow-slug.ts';

test.each([
  ['How to Save  a Video', 'how-to-save-a-video'],
  ['10 tips & tricks -- fast!', '10-tips-tricks-fast'],
  ['', ''],
])('without a slug, the title %j gives %j', (title, slug) => expect(shownSlug('', title)).toBe(slug));

test('a slug of its own stays, whatever the title becomes', () => {
  expect(shownSlug('mine', 'Another title')).toBe('mine');
});

test('a title in another script leaves the slug to the server, which keeps the script', () => {
  expect(shownSlug('', 'Threads 视频怎么下载')).toBe('');
});
