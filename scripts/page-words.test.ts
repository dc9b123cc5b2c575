import { expect, test } from 'vitest';
import en from '#i18n/messages/en.json' with { type: 'json' };
import { isSentWith, pageWords } from './page-words.ts';
import { missingWords } from './word-guard.ts';

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
  expect(missingWords('start', code, en)).toEqual(['contact.send']);
  expect(missingWords('contact', code, en)).toEqual(['form.submit']);
});
