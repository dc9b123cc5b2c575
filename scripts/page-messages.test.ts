import { expect, test } from 'vitest';
import en from '../src/i18n/messages/en.json' with { type: 'json' };
import { findMissingMessages, findPrematureMessages } from './message-guard.ts';
import { isInBundle, messageBundles } from './page-messages.ts';

test('a bundle has its own messages and the common ones, not those of other bundles or of the server', () => {
  expect(isInBundle('start', 'form.submit')).toBe(true);
  expect(isInBundle('start', 'nav.home')).toBe(true);
  expect(isInBundle('contact', 'nav.home')).toBe(true);
  expect(isInBundle('contact', 'form.submit')).toBe(false);
  expect(isInBundle('start', 'contact.send')).toBe(false);
  expect(isInBundle('start', 'faq.heading')).toBe(false);
});

test('every bundle has messages of its own', () => {
  const keys = Object.keys(en);
  for (const bundle of messageBundles) {
    const others = messageBundles.filter((other) => other !== bundle);
    const exclusiveKeys = keys.filter(
      (key) => isInBundle(bundle, key) && !others.some((other) => isInBundle(other, key)),
    );
    expect(exclusiveKeys.length, bundle).toBeGreaterThan(5);
  }
});

test('finds messages of another bundle in code, and ignores other quoted strings', () => {
  const code = `t("contact.send"); t('form.submit'); load("some.module"); ask("contact.nonsense")`;
  expect(findMissingMessages(['start'], code, en)).toEqual(['contact.send']);
  expect(findMissingMessages(['contact'], code, en)).toEqual(['form.submit']);
});

test('the home page gets no messages of the lazy bundle, and no message is in both', () => {
  expect(isInBundle('start', 'media.video')).toBe(false);
  expect(isInBundle('later', 'media.video')).toBe(true);
  expect(isInBundle('later', 'post.by')).toBe(true);
  expect(isInBundle('later', 'post.open')).toBe(false);
  expect(isInBundle('later', 'nav.home')).toBe(false);
  for (const key of Object.keys(en))
    expect([key, isInBundle('start', key) && isInBundle('later', key)]).toEqual([key, false]);
});

test('finds messages of the home page that only lazy code uses', () => {
  const early = [`t("form.submit")`];
  expect(findPrematureMessages(early, [`t("form.submit"); t("form.note"); t("media.video")`], en)).toEqual([
    'form.note',
  ]);
});
