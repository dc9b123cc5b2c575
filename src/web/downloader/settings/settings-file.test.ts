import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseSettingsFile, serializeSettingsFile, settingsFileLimitBytes } from './settings-file.ts';
import { savedPostsLimit } from './settings-schema.ts';

const settings = { template: '{user} {text} {index}', history: true };
const post = {
  url: 'https://www.threads.com/@maker.of/post/DQx1aB-_9Zz',
  username: 'maker.of',
  publishedAt: '2026-11-21T08:00:00.000Z',
  savedAt: '2026-11-22T09:00:00.000Z',
};
const file = (content: object) => JSON.stringify({ unspool: 1, ...content });

test('serialized settings, posts or both parse back unchanged', () => {
  for (const content of [{ settings }, { posts: [post] }, { settings, posts: [post] }])
    expect(parseSettingsFile(serializeSettingsFile(content), true)).toEqual({ ok: true, value: content });
});

test('a theme is part of the settings, and a file without one is valid', () => {
  for (const content of [{ settings }, { settings: { ...settings, theme: 'dark' as const } }])
    expect(parseSettingsFile(serializeSettingsFile(content), true)).toEqual({ ok: true, value: content });
});

test('the longest list of posts fits within the file size limit', () => {
  const longest = {
    ...post,
    url: `https://www.threads.com/@${'m'.repeat(90)}/post/${'C'.repeat(64)}`,
    username: 'm'.repeat(64),
  };
  const text = serializeSettingsFile({ posts: Array.from({ length: savedPostsLimit }, () => longest) });
  expect(text.length).toBeLessThan(settingsFileLimitBytes);
  expect(parseSettingsFile(text, true).ok).toBe(true);
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
  [file({ settings: { ...settings, theme: 'pink' } }), field('settings.theme')],
  [file({ settings, posts: {} }), field('posts')],
  [file({ settings, posts: Array(savedPostsLimit + 1).fill(post) }), field('posts')],
  [file({ settings, posts: [post, null] }), field('posts 2')],
  [file({ settings, posts: [{ ...post, url: 'javascript:alert(1)' }] }), field('posts 1.url')],
  [file({ settings, posts: [{ ...post, url: `${post.url}?u=\n` }] }), field('posts 1.url')],
  [file({ settings, posts: [{ ...post, savedAt: 'today' }] }), field('posts 1.savedAt')],
  [file({ settings, [`\u202e${'<b>'.repeat(40)}`]: 1 }), field('-b--b--b--b--b--b--b--b--b--b--b--b--b-')],
  [file({ settings: { ...settings, history: false }, posts: [post] }), { code: 'posts_off' }],
])('%.60s is rejected as a whole', (text, error) => {
  expect(parseSettingsFile(text, true)).toEqual({ ok: false, error });
});

test('a list is rejected while history is off, unless the file switches it on', () => {
  const text = serializeSettingsFile({ posts: [post] });
  expect(parseSettingsFile(text, false)).toEqual({ ok: false, error: { code: 'posts_off' } });
  expect(parseSettingsFile(serializeSettingsFile({ settings, posts: [post] }), false).ok).toBe(true);
});

test('any text is either parsed as a whole or rejected, and never throws', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.json(),
        fc.json().map((json) => `{"unspool":1,"settings":${json}}`),
      ),
      (text) => {
        const parsed = parseSettingsFile(text, true);
        if (parsed.ok) expect(parseSettingsFile(serializeSettingsFile(parsed.value), true)).toEqual(parsed);
      },
    ),
  );
});
