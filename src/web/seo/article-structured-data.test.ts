import { expect, test } from 'vitest';
import type { Locale } from '#i18n/locales.ts';
import { countArticleWords } from './article-structured-data.ts';

test.each<[Locale, string, number]>([
  ['en', '<p>One link, <b>one</b> file.</p><p>Done</p>', 5],
  ['en', 'mp4&nbsp;and&#160;gif &amp; co', 4],
  ['de', '<img src="/files/x/480.webp" alt="a > b"><p>Ein Bild</p>', 2],
  ['fr', '<p>L’image d’aujourd’hui</p>', 2],
  ['zh', '<p>保存视频。</p>', 2],
  ['th', '<p>บันทึกวิดีโอ</p>', 2],
  ['en', '', 0],
])('in %s, "%s" has %i words', (locale, html, count) => {
  expect(countArticleWords(locale, html)).toBe(count);
});
