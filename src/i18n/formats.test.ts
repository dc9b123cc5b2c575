import { expect, test } from 'vitest';
import { formatDateIn, formatList } from './formats.ts';

test('a list has the separators of its language', () => {
  expect(formatList('en', ['German', 'Thai', 'Italian'])).toBe('German, Thai, Italian');
  expect(formatList('zh', ['德语', '泰语', '意大利语'])).toBe('德语、泰语、意大利语');
});

test.each([
  ['fr', '1er décembre 2026', '11 décembre 2026'],
  ['it', '1º dicembre 2026', '11 dicembre 2026'],
  ['pt', '1º de dezembro de 2026', '11 de dezembro de 2026'],
  ['de', '1. Dezember 2026', '11. Dezember 2026'],
] as const)('the first day of a month is written as in %s', (locale, first, eleventh) => {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  expect(formatDateIn(locale, format, new Date('2026-12-01'))).toBe(first);
  expect(formatDateIn(locale, format, new Date('2026-12-11'))).toBe(eleventh);
});

test('Chinese dates end with the time zone', () => {
  const format = new Intl.DateTimeFormat('zh-CN', { timeStyle: 'long', dateStyle: 'long', timeZone: 'UTC' });
  expect(formatDateIn('zh', format, new Date('2026-12-01T04:04:00Z'))).toBe('2026年12月1日 04:04:00 UTC');
});

test('times have the same spaces in Node and in every browser', () => {
  const format = new Intl.DateTimeFormat('en', { timeStyle: 'short', dateStyle: 'long', timeZone: 'UTC' });
  expect(formatDateIn('en', format, new Date('2026-12-02T15:04:00Z'))).toBe('December 2, 2026 at 3:04 PM');
});
