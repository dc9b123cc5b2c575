import { expect, test } from 'vitest';
import { threadBlock } from '../fixtures/build-page.ts';
import { alma, buildPost, child, photo, sharing } from '../fixtures/build-post.ts';
import { parsePost } from './post.ts';

const code = 'DAsked00001';
const target = { code, username: null };

function read(overrides = {}, info = {}, roots: unknown[] = []) {
  return parsePost(buildPost(code, overrides, info), target, roots);
}

test('a post has its URL, author, text and date', () => {
  expect(read(photo('hill'))).toMatchObject({
    kind: 'read',
    result: {
      ok: true,
      value: {
        code,
        url: `https://www.threads.com/@alma.demo/post/${code}`,
        author: { username: 'alma.demo', name: 'alma.demo by name' },
        text: `words of ${code}`,
        publishedAt: '2026-09-21T14:13:20.000Z',
        linksTo: null,
      },
    },
  });
});

test('the date falls back to the id, and the text to the fragments', () => {
  const fragments = [{ plaintext: 'one ' }, { plaintext: null }, { plaintext: 'two' }];
  const parsed = read({ ...photo('a'), taken_at: null, caption: null }, { text_fragments: { fragments } });
  expect(parsed).toMatchObject({
    result: { value: { text: 'one two', publishedAt: expect.stringMatching(/^2024-/) } },
  });
});

test('a text post has no media, and the error includes the post', () => {
  expect(read()).toMatchObject({
    result: { ok: false, error: { code: 'post.no_media', post: { code, items: [] } } },
  });
});

test('a text post with a link preview reports media elsewhere', () => {
  const preview = (url: string) => ({
    link_preview_attachment: { url, image_url: 'https://x.fbcdn.net/a.jpg' },
  });
  const outbound = 'https://l.threads.com/?u=https%3A%2F%2Fexample.com%2Fwatch%3Fv%3D1&e=x';
  for (const url of [outbound, 'https://example.com/watch?v=1']) {
    expect(read({}, preview(url))).toMatchObject({
      result: { error: { code: 'post.media_elsewhere', post: { linksTo: 'https://example.com/watch?v=1' } } },
    });
  }
  expect(read({}, preview('javascript:alert(1)'))).toMatchObject({
    result: { error: { code: 'post.no_media' } },
  });
  expect(read(photo('a'), preview(outbound))).toMatchObject({
    result: { ok: true, value: { linksTo: 'https://example.com/watch?v=1' } },
  });
});

test('the continuation is used only if there is no other media', () => {
  const next = buildPost('DAsked00002', photo('next'), { is_reply: true, reply_to_author: alma });
  const roots = [JSON.parse(threadBlock([buildPost(code)], [next]))];
  const kinds = (overrides: object) => {
    const parsed = read(overrides, {}, roots);
    if (parsed.kind !== 'read' || !parsed.result.ok) return parsed;
    return parsed.result.value.items.map((item) => `${item.source.kind} ${item.source.code}`);
  };
  expect(kinds({})).toEqual(['continuation DAsked00002']);
  expect(kinds(photo('own'))).toEqual([`own ${code}`]);
});

test.each([
  ['is_post_unavailable', { is_post_unavailable: true }, {}, 'post.gone'],
  ['a tombstone', { post_tombstone_info: { text: 'x' } }, {}, 'post.gone'],
  ['an attachment tombstone', { attachment_tombstone_info: { text: 'x' } }, {}, 'post.no_media'],
  ['a gone attachment', { share_info: { quoted_attachment_post_unavailable: true } }, {}, 'post.no_media'],
  [
    'a private author',
    { is_post_unavailable: true },
    { user: { ...alma, text_post_app_is_private: true } },
    'post.private',
  ],
  ['an age limit', { is_post_unavailable: true, post_unavailable_reason: 'AGE_GATE' }, {}, 'post.restricted'],
] as const)('%s gives the matching error code', (_, info, overrides, expected) => {
  expect(read(overrides, info)).toMatchObject({
    result: { ok: false, error: { code: expected, post: { code } } },
  });
});

test('media of an unknown shape is misread, not missing', () => {
  expect(read({ media_type: 2 }).kind).toBe('misread');
  expect(read({}, sharing('quoted_post', { code: 'DQuoted0001', media_type: 8 })).kind).toBe('misread');
});

test('media of an unknown shape next to known media makes the post incomplete', () => {
  const carousel_media = [child('1', photo('a')), { pk: '2', movie: {} }];
  expect(read({ carousel_media })).toMatchObject({
    result: { ok: true, value: { incomplete: true, items: [{ id: '1' }] } },
  });
  expect(read(photo('a'))).not.toHaveProperty('result.value.incomplete');
});

test('a continuation of an unknown shape is misread, not missing', () => {
  const reply = { is_reply: true, reply_to_author: alma };
  const next = buildPost('DAsked00002', { media_type: 2 }, reply);
  expect(read({}, {}, [JSON.parse(threadBlock([buildPost(code), next]))]).kind).toBe('misread');
});

test('a missing author is taken from the link, and without one the post is misread', () => {
  const nameless = buildPost(code, { user: null });
  expect(parsePost(nameless, target, []).kind).toBe('misread');
  expect(parsePost(nameless, { code, username: 'alma.demo' }, [])).toMatchObject({
    result: { error: { post: { author: { username: 'alma.demo', name: '' } } } },
  });
});
