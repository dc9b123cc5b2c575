import { expect, test } from 'vitest';
import en from '#i18n/messages/en.json' with { type: 'json' };
import { isSentWith, pageWords } from './page-words.ts';
import { hastyWords, missingWords } from './word-guard.ts';

test('a page gets its own words and the common ones, not those of other pages or of the server', () => {
  expect(isSentWith('start', 'form.submit')).toBe(true);
  expect(isSentWith('start', 'nav.home')).toBe(true);
  expect(isSentWith('contact', 'nav.home')).toBe(true);
  expect(isSentWith('contact', 'form.submit')).toBe(false);
  expect(isSentWith('start', 'contact.send')).toBe(false);
  expect(isSentWith('start', 'faq.heading')).toBe(false);
});

test('every kind of page has words of its own', () => {
  const keys = Object.keys(en);
  for (const words of pageWords) {
    const others = pageWords.filter((other) => other !== words);
    const own = keys.filter(
      (key) => isSentWith(words, key) && !others.some((other) => isSentWith(other, key)),
    );
    expect(own.length, words).toBeGreaterThan(5);
  }
});

test('code that names a message of another page is found out, other quoted words are not', () => {
  const code = `t("contact.send"); t('form.submit'); load("some.module"); ask("contact.nonsense")`;
  expect(missingWords(['start'], code, en)).toEqual(['contact.send']);
  expect(missingWords(['contact'], code, en)).toEqual(['form.submit']);
});

test('what is written only after a link is not sent with the start page, and what it shares with it is not sent twice', () => {
  expect(isSentWith('start', 'media.video')).toBe(false);
  expect(isSentWith('later', 'media.video')).toBe(true);
  expect(isSentWith('later', 'post.by')).toBe(true);
  expect(isSentWith('later', 'post.open')).toBe(false);
  expect(isSentWith('later', 'nav.home')).toBe(false);
  for (const key of Object.keys(en))
    expect([key, isSentWith('start', key) && isSentWith('later', key)]).toEqual([key, false]);
});

test('a message of the start page that only code after a link names is found out', () => {
  const early = [`t("form.submit")`];
  expect(hastyWords(early, [`t("form.submit"); t("form.note"); t("media.video")`], en)).toEqual([
    'form.note',
  ]);
});
