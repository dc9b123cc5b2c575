import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Locale, locales } from '#i18n/locales.ts';
import { normalizeUnicode } from './search/segment-text.ts';
import {
  asciiSlug,
  isReservedSlug,
  normalizeSlug,
  numberedSlug,
  slugFromTitle,
  unicodeSlug,
} from './slug.ts';

test.each([
  ['How to Save a Video', 'how-to-save-a-video'],
  ['C++ & C#: 100% fun', 'c-c-100-fun'],
  ['a  \t b -- c', 'a-b-c'],
  ['Über uns', 'ber-uns'],
  ['视频', ''],
  [' x ', '-x-'],
])('the editor turns %j into %j', (title, slug) => expect(asciiSlug(title)).toBe(slug));

test.each<[Locale, string, string]>([
  ['de', 'Über Größe & Maß', 'ueber-groesse-mass'],
  ['fr', "L'été à Angoulême", 'lete-a-angouleme'],
  ['vi', 'Tải video từ Đà Nẵng', 'tai-video-tu-da-nang'],
  ['zh', '如何下载Threads视频？', '如何-下载-threads-视频'],
  ['th', 'ดาวน์โหลดวิดีโอ', 'ดาวน์โหลด-วิดีโอ'],
  ['en', '!!!', ''],
])('in %s the Unicode slug of %j is %j', (locale, title, slug) => {
  expect(unicodeSlug(locale, title)).toBe(slug);
});

test.each<[Locale, string, string]>([
  ['en', ' Hello, World! ', 'hello-world'],
  ['de', 'Über uns', 'ber-uns'],
  ['zh', 'Threads 视频下载', 'threads-视频-下载'],
  ['th', '10 วิธี', '10-วิธี'],
  ['en', '— …', ''],
])('in %s a post titled %j gets the slug %j', (locale, title, slug) => {
  expect(slugFromTitle(locale, title)).toBe(slug);
});

test.each([
  ['  My Post  ', 'my-post'],
  ['a/b\\c', 'a-b-c'],
  ['../../etc/passwd', 'etc-passwd'],
  ['a?b#c%d&e', 'abcde'],
  ['e\u0301te\u0301', 'été'],
  ['ไทย-中文_x', 'ไทย-中文_x'],
  ['///', ''],
  ['a\0b\ud800', 'ab'],
  ['e\u200d\u0301', 'é'],
  ['\u0e17\u0e4d\u0e32', 'ทำ'],
])('the entered slug %j becomes %j', (input, slug) => expect(normalizeSlug(input)).toBe(slug));

describe('any input', () => {
  const locale = fc.constantFrom(...locales);
  const tricky = fc.constantFrom(...'e\u0301\u0327\u200d\u0e4d\u0e32\u0e48ßᴬﬁΩ\u0345İẞ-/ .');
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.array(tricky, { maxLength: 300 }).map((characters) => characters.join('')),
  );

  test('a slug is short, stable when normalized again, and URL-safe', () => {
    fc.assert(
      fc.property(locale, text, (language, input) => {
        expect(slugFromTitle(language, input).length).toBeLessThanOrEqual(80);
        expect(encodeURIComponent(slugFromTitle(language, input)).length).toBeLessThanOrEqual(240);
        expect(normalizeSlug(input).length).toBeLessThanOrEqual(200);
        for (const slug of [slugFromTitle(language, input), normalizeSlug(input)]) {
          expect(slug).not.toMatch(/[\s/\\?#%.]|^-|-$|--/);
          expect(normalizeSlug(slug)).toBe(slug);
          expect(normalizeUnicode(slug)).toBe(slug);
          expect(decodeURIComponent(new URL(`/blog/${slug}`, 'http://a.example').pathname)).toBe(
            `/blog/${slug}`,
          );
        }
      }),
    );
  });

  test('a long title ends with a whole word', () => {
    expect(slugFromTitle('en', 'word '.repeat(80))).toBe(`${'word-'.repeat(15)}word`);
    expect(slugFromTitle('en', 'x'.repeat(300))).toBe('x'.repeat(80));
    expect(encodeURIComponent(slugFromTitle('th', 'ก'.repeat(300))).length).toBeLessThanOrEqual(240);
  });
});

test('a numbered slug is no longer than other slugs', () => {
  expect(numberedSlug('a-title', 1)).toBe('a-title');
  expect(numberedSlug('a-title', 12)).toBe('a-title-12');
  expect(numberedSlug(`${'word-'.repeat(15)}word`, 100)).toBe(`${'word-'.repeat(15)}100`);
  expect(numberedSlug('x'.repeat(80), 2)).toBe(`${'x'.repeat(78)}-2`);
});

test('the slugs of the blog routes are reserved', () => {
  expect(['page', 'feed', 'a-page'].map(isReservedSlug)).toEqual([true, true, false]);
});
