import { expect, test } from 'vitest';
import { slugFromTitle } from '#blog/slug.ts';
import { displayedKeywords, displayedSlug, parseKeywords } from './post-form-values.ts';

test.each([
  ['video, audio', ['video', 'audio']],
  ['视频，音频、图片', ['视频', '音频', '图片']],
  ['视频， ，', ['视频']],
])('the keywords of %j are %j', (text, keywords) => expect(parseKeywords(text)).toEqual(keywords));

test.each([
  ['a trailing comma stays in the field', 'video, ', ['video'], 'video, '],
  ['a trailing full-width comma stays in the field', '视频，', ['视频'], '视频，'],
  ['keywords set from outside replace the typed text', 'video, ', ['a', 'b'], 'a, b'],
])('%s', (_, input, keywords, displayed) => expect(displayedKeywords(input, keywords)).toBe(displayed));

test.each([
  ['How to Save  a Video', 'how-to-save-a-video'],
  ['10 tips & tricks -- fast!', '10-tips-tricks-fast'],
  ['', ''],
])('without a slug, the title %j gives %j', (title, slug) =>
  expect(displayedSlug('', 'en', title)).toBe(slug),
);

test('the slug shown while the user types is the one the server makes', () => {
  for (const [locale, title] of [
    ['de', 'Über Straßen'],
    ['fr', 'Été'],
    ['es', 'El año'],
    ['en', `${'A long title '.repeat(12)}- `],
  ] as const)
    expect(displayedSlug('', locale, title)).toBe(slugFromTitle(locale, title));
});

test('for a title with non-Latin letters, the server makes the slug', () => {
  expect(displayedSlug('', 'zh', 'Threads 视频怎么下载')).toBe('');
});
