import { parseDocument } from 'htmlparser2';
import { expect, test } from 'vitest';
import { parseCacheKeyId } from '../parse/cdn-url.ts';
import { parseAltText } from '../parse/media-content.ts';
import { hasKnownShape, parsePostFields } from '../parse/post.ts';
import { parseHandle } from './embed.ts';
import { type EmbedElement, isEmbedElement } from './embed-dom.ts';
import { parseMetaTags } from './meta-tags.ts';

const key = (text: string) =>
  `https://cdn.example/a.jpg?ig_cache_key=${encodeURIComponent(`${Buffer.from(text).toString('base64')}.2-ccb7`)}`;

test('the media id is parsed from the cache key', () => {
  expect(parseCacheKeyId(key('3541234567890123456'))).toBe('3541234567890123456');
  expect(parseCacheKeyId(key('1234567890'))).toBe('1234567890');
  const invalid = ['123456789', '1'.repeat(25), 'x1234567890', '1234567890x', ''].map(key);
  for (const url of [...invalid, 'https://cdn.example/a.jpg', 'not a URL', ''])
    expect(parseCacheKeyId(url), url).toBeNull();
});

const block = (html: string) =>
  parseDocument(`<div>${html}</div>`).children.find(isEmbedElement) as EmbedElement;

test.each([
  ['<a class="HeaderLink" href="/@maker/">Other</a>', 'maker'],
  ['<a class="x HeaderLink" href="https://www.threads.com/%40maker/post/x">Other</a>', 'maker'],
  ['<a class="NameContainer" href="/">@maker </a>', 'maker'],
  ['<a class="NameContainer">maker</a>', 'maker'],
  ['<div class="QuoteContainer"><a class="HeaderLink" href="/@other">x</a></div>', null],
  ['<a class="HeaderLinks" href="/@maker">maker</a>', null],
  ['<a class="HeaderLink" href="/">two words</a>', null],
])('the account in %s is %s', (html, handle) => {
  expect(parseHandle(block(html))).toBe(handle);
});

const code = 'DAbc-_12xYz';
const node = { user: { username: 'maker' }, taken_at: 1_763_715_600 };

test('the fields of a post come from its data, or else from the target', () => {
  const target = { code, username: 'requested' };
  const long = `${code}${'x'.repeat(28)}`;
  expect(parsePostFields({ ...node, code: long }, target)).toMatchObject({
    code: long,
    url: `https://www.threads.com/@maker/post/${long}`,
    author: { username: 'maker', name: '' },
    publishedAt: '2025-11-21T09:00:00.000Z',
  });
  expect(parsePostFields({ taken_at: 1_763_715_600 }, target)).toMatchObject({
    code,
    author: { username: 'requested' },
  });
  expect(parsePostFields({ taken_at: 1 }, { code, username: null })).toBeNull();
});

test('the text is the caption, or else the joined fragments', () => {
  const fragments = {
    text_fragments: { fragments: [{ plaintext: 'a' }, null, { plaintext: 7 }, { plaintext: 'b' }] },
  };
  const parseText = (overrides: object) =>
    parsePostFields({ ...node, ...overrides }, { code, username: null })?.text;
  expect(parseText({ text_post_app_info: fragments })).toBe('ab');
  expect(parseText({ text_post_app_info: fragments, caption: { text: 'c' } })).toBe('c');
});

test('a post of a known shape has at least one media field', () => {
  for (const field of ['image_versions2', 'video_versions', 'carousel_media'])
    expect(hasKnownShape({ [field]: null })).toBe(true);
  expect(hasKnownShape({ caption: null, media: [] })).toBe(false);
});

test('an alt text is trimmed, and an empty one is null', () => {
  expect([' a ', ' ', '', 7, undefined].map((alt) => parseAltText({ accessibility_caption: alt }))).toEqual([
    'a',
    null,
    null,
    null,
    null,
  ]);
});

const tags = (...elements: string[]) => `<head>${elements.join('')}</head>`;
const image = '<meta property="og:image" content="https://cdn.example/v/t51.82787-15/a">';
const canonical = (path: string) => `<link rel="canonical" href="https://www.threads.com${path}">`;

test('tags without an author are used only if the link has a user name', () => {
  const html = tags(image, canonical(`/t/${code}`));
  expect(parseMetaTags(html, { code, username: null })).toEqual({ kind: 'inapplicable' });
  expect(parseMetaTags(html, { code, username: 'maker' })).toMatchObject({
    result: {
      value: {
        url: `https://www.threads.com/@maker/post/${code}`,
        incomplete: true,
        items: [{ renditions: [{ format: 'JPG' }] }],
      },
    },
  });
});
