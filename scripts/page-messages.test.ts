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
    // These have a part of those of the administration.
    if (bundle === 'editor' || bundle === 'lists') continue;
    const others = messageBundles.filter((other) => other !== bundle && other !== 'editor');
    const exclusiveKeys = keys.filter(
      (key) => isInBundle(bundle, key) && !others.some((other) => isInBundle(other, key)),
    );
    expect(exclusiveKeys.length, bundle).toBeGreaterThan(5);
  }
});

test('only the data page gets its own texts, with those of the administration that it shows', () => {
  expect(isInBundle('data', 'admin.data.import')).toBe(true);
  expect(isInBundle('data', 'admin.nav.data')).toBe(true);
  expect(isInBundle('data', 'admin.keys.title')).toBe(false);
  for (const bundle of messageBundles) {
    expect(isInBundle(bundle, 'admin.data.import'), bundle).toBe(bundle === 'data');
    expect(isInBundle(bundle, 'admin.data.loss.comments'), bundle).toBe(false);
  }
});

test('the lists of the administration get none of the messages of the editor', () => {
  expect(isInBundle('lists', 'admin.blog.title')).toBe(true);
  expect(isInBundle('lists', 'nav.back_home')).toBe(true);
  expect(isInBundle('lists', 'admin.text.bold')).toBe(false);
  expect(isInBundle('lists', 'admin.data.import')).toBe(false);
  for (const key of Object.keys(en))
    if (isInBundle('lists', key)) expect([key, isInBundle('admin', key)]).toEqual([key, true]);
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

test('the editor gets the messages of its first view, and the others with those of the administration', () => {
  expect(isInBundle('editor', 'admin.text.bold')).toBe(true);
  expect(isInBundle('editor', 'nav.back_home')).toBe(true);
  expect(isInBundle('editor', 'admin.text.link_prompt')).toBe(false);
  expect(isInBundle('editor', 'admin.keys.title')).toBe(false);
  expect(isInBundle('editor', 'form.submit')).toBe(false);
  for (const key of Object.keys(en))
    if (isInBundle('editor', key)) expect([key, isInBundle('admin', key)]).toEqual([key, true]);
});

test('finds messages of the home page that only lazy code uses', () => {
  const early = [`t("form.submit")`];
  expect(findPrematureMessages(early, [`t("form.submit"); t("form.note"); t("media.video")`], en)).toEqual([
    'form.note',
  ]);
});
