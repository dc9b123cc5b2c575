import fc from 'fast-check';
import { expect, test } from 'vitest';
import { savedPostsMax } from './kept-shapes.ts';
import { readSettingsFile, settingsFileLimitBytes, writeSettingsFile } from './settings-file.ts';

const settings = { template: '{user} {text} {index}', history: true };
const post = {
  url: 'https://www.threads.com/@maker.of/post/DQx1aB-_9Zz',
  username: 'maker.of',
  publishedAt: '2026-11-21T08:00:00.000Z',
  savedAt: '2026-11-22T09:00:00.000Z',
};
const file = (content: object) => JSON.stringify({ unspool: 1, ...content });

test('what was written is read back: settings, a list, or both', () => {
  for (const content of [{ settings }, { posts: [post] }, { settings, posts: [post] }])
    expect(readSettingsFile(writeSettingsFile(content), true)).toEqual({ ok: true, value: content });
});

test('the longest list that is kept fits into a file', () => {
  const longest = {
    ...post,
    url: `https://www.threads.com/@${'m'.repeat(90)}/post/${'C'.repeat(64)}`,
    username: 'm'.repeat(64),
  };
  const text = writeSettingsFile({ posts: Array.from({ length: savedPostsMax }, () => longest) });
  expect(text.length).toBeLessThan(settingsFileLimitBytes);
  expect(readSettingsFile(text, true).ok).toBe(true);
});

const field = (name: string) => ({ code: 'field', name });

test.each<[string, object]>([
  ['', { code: 'not_ours' }],
  ['{', { code: 'not_ours' }],
  ['null', { code: 'not_ours' }],
  ['[]', { code: 'not_ours' }],
  ['{"settings":{}}', { code: 'not_ours' }],
  ['{"unspool":"1"}', { code: 'not_ours' }],
  ['{"unspool":1}', { code: 'not_ours' }],
  ['['.repeat(200_000), { code: 'not_ours' }],
  ['x'.repeat(settingsFileLimitBytes + 1), { code: 'too_large' }],
  ['{"unspool":2,"settings":{}}', { code: 'version' }],
  [file({ settings, more: 1 }), field('more')],
  [
    '{"unspool":1,"__proto__":{"history":true},"settings":{"template":"","history":true}}',
    field('__proto__'),
  ],
  [file({ settings: [] }), field('settings')],
  [file({ settings: { template: '' } }), field('settings.history')],
  [file({ settings: { ...settings, history: 1 } }), field('settings.history')],
  [file({ settings: { ...settings, template: '{user}/{index}' } }), field('settings.template')],
  [file({ settings: { ...settings, constructor: 1 } }), field('settings.constructor')],
  [file({ settings, posts: {} }), field('posts')],
  [file({ settings, posts: Array(savedPostsMax + 1).fill(post) }), field('posts')],
  [file({ settings, posts: [post, null] }), field('posts 2')],
  [file({ settings, posts: [{ ...post, url: 'javascript:alert(1)' }] }), field('posts 1.url')],
  [file({ settings, posts: [{ ...post, url: `${post.url}?u=\n` }] }), field('posts 1.url')],
  [file({ settings, posts: [{ ...post, savedAt: 'today' }] }), field('posts 1.savedAt')],
  [file({ settings, [`\u202e${'<b>'.repeat(40)}`]: 1 }), field('-b--b--b--b--b--b--b--b--b--b--b--b--b-')],
  [file({ settings: { ...settings, history: false }, posts: [post] }), { code: 'posts_off' }],
])('%.60s is refused whole', (text, error) => {
  expect(readSettingsFile(text, true)).toEqual({ ok: false, error });
});

test('a list has no place where posts are not remembered, but may bring the switch along', () => {
  const text = writeSettingsFile({ posts: [post] });
  expect(readSettingsFile(text, false)).toEqual({ ok: false, error: { code: 'posts_off' } });
  expect(readSettingsFile(writeSettingsFile({ settings, posts: [post] }), false).ok).toBe(true);
});

test('whatever a file holds, it is taken whole or refused, and never throws', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.json(),
        fc.json().map((json) => `{"unspool":1,"settings":${json}}`),
      ),
      (text) => {
        const read = readSettingsFile(text, true);
        if (read.ok) expect(readSettingsFile(writeSettingsFile(read.value), true)).toEqual(read);
      },
    ),
  );
});
