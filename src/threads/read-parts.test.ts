import { parseDocument } from 'htmlparser2';
import { expect, test } from 'vitest';
import { type Element, isElement, readHandle } from './embed-elements.ts';
import { readCacheKeyId } from './read-cache-key.ts';
import { readOgTags } from './read-og-tags.ts';
import { hasKnownShape, readHead } from './read-post.ts';
import { readAlt } from './read-video.ts';

const key = (text: string) =>
  `https://cdn.example/a.jpg?ig_cache_key=${encodeURIComponent(`${Buffer.from(text).toString('base64')}.2-ccb7`)}`;

test('the id of a medium is read out of its cache key', () => {
  expect(readCacheKeyId(key('3541234567890123456'))).toBe('3541234567890123456');
  expect(readCacheKeyId(key('1234567890'))).toBe('1234567890');
  const others = ['123456789', '1'.repeat(25), 'x1234567890', '1234567890x', ''].map(key);
  for (const address of [...others, 'https://cdn.example/a.jpg', 'not an address', ''])
    expect(readCacheKeyId(address), address).toBeNull();
});

const block = (html: string) => parseDocument(`<div>${html}</div>`).children.find(isElement) as Element;

test.each([
  ['<a class="HeaderLink" href="/@maker/">Other</a>', 'maker'],
  ['<a class="x HeaderLink" href="https://www.threads.com/%40maker/post/x">Other</a>', 'maker'],
  ['<a class="NameContainer" href="/">@maker </a>', 'maker'],
  ['<a class="NameContainer">maker</a>', 'maker'],
  ['<div class="QuoteContainer"><a class="HeaderLink" href="/@other">x</a></div>', null],
  ['<a class="HeaderLinks" href="/@maker">maker</a>', null],
  ['<a class="HeaderLink" href="/">two words</a>', null],
])('the account in %s is %s', (html, handle) => {
  expect(readHandle(block(html))).toBe(handle);
});

const code = 'DAbc-_12xYz';
const node = { user: { username: 'maker' }, taken_at: 1_763_715_600 };

test('the head of a post is its own where it says so, and what was asked for where it does not', () => {
  const target = { code, username: 'asked' };
  const long = `${code}${'x'.repeat(28)}`;
  expect(readHead({ ...node, code: long }, target)).toMatchObject({
    ...{ code: long, url: `https://www.threads.com/@maker/post/${long}` },
    author: { username: 'maker', name: '' },
    publishedAt: '2025-11-21T09:00:00.000Z',
  });
  expect(readHead({ taken_at: 1_763_715_600 }, target)).toMatchObject({
    code,
    author: { username: 'asked' },
  });
  expect(readHead({ taken_at: 1 }, { code, username: null })).toBeNull();
});

test('a text is the caption, or its fragments', () => {
  const fragments = {
    text_fragments: { fragments: [{ plaintext: 'a' }, null, { plaintext: 7 }, { plaintext: 'b' }] },
  };
  const textOf = (more: object) => readHead({ ...node, ...more }, { code, username: null })?.text;
  expect(textOf({ text_post_app_info: fragments })).toBe('ab');
  expect(textOf({ text_post_app_info: fragments, caption: { text: 'c' } })).toBe('c');
});

test('a post of a known shape has one of the fields of media', () => {
  for (const field of ['image_versions2', 'video_versions', 'carousel_media'])
    expect(hasKnownShape({ [field]: null })).toBe(true);
  expect(hasKnownShape({ caption: null, media: [] })).toBe(false);
});

test('a description of a picture is trimmed, an empty one is none', () => {
  expect([' a ', ' ', '', 7, undefined].map((alt) => readAlt({ accessibility_caption: alt }))).toEqual([
    ...['a', null, null, null, null],
  ]);
});

const tags = (...all: string[]) => `<head>${all.join('')}</head>`;
const image = '<meta property="og:image" content="https://cdn.example/v/t51.82787-15/a">';
const canonical = (path: string) => `<link rel="canonical" href="https://www.threads.com${path}">`;

test('tags that name no author are of use only where the link did', () => {
  const html = tags(image, canonical(`/t/${code}`));
  expect(readOgTags(html, { code, username: null })).toEqual({ kind: 'inapplicable' });
  expect(readOgTags(html, { code, username: 'maker' })).toMatchObject({
    result: {
      value: {
        url: `https://www.threads.com/@maker/post/${code}`,
        incomplete: true,
        items: [{ renditions: [{ format: 'JPG' }] }],
      },
    },
  });
});
