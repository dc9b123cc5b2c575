import { expect, test } from 'vitest';
import { bundleNames, isInBundle, messageBundles, messageParts } from './message-bundles.ts';
import { findMissingMessages, findPrematureMessages } from './message-guard.ts';

const keys = [...messageParts.keys()];

test('a bundle has its own messages and the common ones, not those of other bundles or of the server', () => {
  expect(isInBundle('start', 'form.submit')).toBe(true);
  expect(isInBundle('start', 'nav.home')).toBe(true);
  expect(isInBundle('contact', 'nav.home')).toBe(true);
  expect(isInBundle('contact', 'form.submit')).toBe(false);
  expect(isInBundle('start', 'contact.send')).toBe(false);
  expect(isInBundle('start', 'faq.heading')).toBe(false);
});

test('every folder is in a bundle, except what only the server renders', () => {
  const parts = new Set(messageParts.values());
  const sent: readonly string[] = Object.values(messageBundles).flat();
  expect([...parts].filter((part) => !sent.includes(part))).toEqual(['server']);
  expect(sent.filter((part) => !parts.has(part))).toEqual([]);
});

test('the messages of the data page are in no other bundle', () => {
  expect(isInBundle('data', 'admin.nav.data')).toBe(true);
  for (const bundle of bundleNames) {
    expect(isInBundle(bundle, 'admin.data.import'), bundle).toBe(bundle === 'data');
    expect(isInBundle(bundle, 'admin.data.loss.comments'), bundle).toBe(false);
  }
});

test('what the editor and the lists load first is a part of the messages of the administration', () => {
  for (const key of keys)
    if (isInBundle('editor', key) || isInBundle('lists', key))
      expect([key, isInBundle('admin', key)]).toEqual([key, true]);
  expect(isInBundle('editor', 'admin.text.link_prompt')).toBe(false);
  expect(isInBundle('lists', 'admin.text.bold')).toBe(false);
});

test('the home page gets no message twice', () => {
  expect(keys.filter((key) => isInBundle('start', key) && isInBundle('later', key))).toEqual([]);
});

test('finds messages of another bundle in code, and ignores other quoted strings', () => {
  const code = `t("contact.send"); t('form.submit'); load("some.module"); ask("contact.nonsense")`;
  expect(findMissingMessages(['start'], code)).toEqual(['contact.send']);
  expect(findMissingMessages(['contact'], code)).toEqual(['form.submit']);
});

test('finds messages of the home page that only lazy code uses', () => {
  const early = [`t("form.submit")`];
  expect(findPrematureMessages(early, [`t("form.submit"); t("form.note"); t("media.video")`])).toEqual([
    'form.note',
  ]);
});
