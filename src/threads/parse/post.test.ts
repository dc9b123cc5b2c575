import { expect, test } from 'vitest';
import { mediaBlock, threadBlock } from '../fixtures/build-page.ts';
import { alma, buildPost, child, photo, sharing } from '../fixtures/build-post.ts';
import { parsePostFromJson } from '../strategies/post-page.ts';
import { hasGroups } from './author-thread.ts';
import { findNodes } from './json.ts';
import { parsePost } from './post.ts';

const code = 'DAsked00001';
const target = { code, username: null };

function parse(overrides = {}, info = {}, roots: unknown[] = []) {
  return parsePost(buildPost(code, overrides, info), target, findNodes(roots, hasGroups).nodes);
}

test('a post has its URL, author, text and date', () => {
  expect(parse(photo('hill'))).toMatchObject({
    kind: 'found',
    result: {
      ok: true,
      value: {
        code,
        url: `https://www.threads.com/@alma.demo/post/${code}`,
        author: { username: 'alma.demo', name: 'alma.demo by name' },
        text: `text of ${code}`,
        publishedAt: '2026-09-21T14:13:20.000Z',
        linksTo: null,
      },
    },
  });
});

test('the date falls back to the id, and the text to the fragments', () => {
  const fragments = [{ plaintext: 'one ' }, null, { plaintext: 7 }, { plaintext: 'two' }];
  const parsed = parse({ ...photo('a'), taken_at: null, caption: null }, { text_fragments: { fragments } });
  expect(parsed).toMatchObject({
    result: { value: { text: 'one two', publishedAt: expect.stringMatching(/^2024-/) } },
  });
});

test('a text post has no media, and the error includes the post', () => {
  expect(parse()).toMatchObject({
    result: { ok: false, error: { code: 'post.no_media', post: { code, items: [] } } },
  });
});

test('a text post with a link preview reports media elsewhere', () => {
  const preview = (url: string) => ({
    link_preview_attachment: { url, image_url: 'https://x.fbcdn.net/a.jpg' },
  });
  const outbound = 'https://l.threads.com/?u=https%3A%2F%2Fexample.com%2Fwatch%3Fv%3D1&e=x';
  for (const url of [outbound, 'https://example.com/watch?v=1']) {
    expect(parse({}, preview(url))).toMatchObject({
      result: { error: { code: 'post.media_elsewhere', post: { linksTo: 'https://example.com/watch?v=1' } } },
    });
  }
  expect(parse({}, preview('javascript:alert(1)'))).toMatchObject({
    result: { error: { code: 'post.no_media' } },
  });
  expect(parse(photo('a'), preview(outbound))).toMatchObject({
    result: { ok: true, value: { linksTo: 'https://example.com/watch?v=1' } },
  });
});

test('a post without media says that Threads withholds its GIF', () => {
  const gif = (url: string) => ({ giphy_media_info: { images: { fixed_height: { url } } } });
  const withheld = gif('https://static.cdninstagram.com/rsrc.php/yA/r/xg_5YoVlvjp.gif');
  expect(parse(withheld)).toMatchObject({
    result: { ok: false, error: { code: 'post.no_media', post: { withheld: ['gif'] } } },
  });
  expect(parse(gif('https://media.tenor.co/xAAAAd/wave.gif'))).not.toHaveProperty('result.value.withheld');
  expect(parse({}, { snippet_attachment_info: {} })).toMatchObject({
    result: { error: { post: { withheld: ['text'] } } },
  });
});

test('the continuation is used only if there is no other media', () => {
  const next = buildPost('DAsked00002', photo('next'), { is_reply: true, reply_to_author: alma });
  const roots = [JSON.parse(threadBlock([buildPost(code)], [next]))];
  const kinds = (overrides: object) => {
    const parsed = parse(overrides, {}, roots);
    if (parsed.kind !== 'found' || !parsed.result.ok) return parsed;
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
  expect(parse(overrides, info)).toMatchObject({
    result: { ok: false, error: { code: expected, post: { code } } },
  });
});

test('media in an unknown format is a parse error, not missing', () => {
  expect(parse({ media_type: 2 }).kind).toBe('parse_error');
  expect(parse({}, sharing('quoted_post', { code: 'DQuoted0001', media_type: 8 })).kind).toBe('parse_error');
});

test('media in an unknown format next to known media makes the post incomplete', () => {
  const carousel_media = [child('1', photo('a')), { pk: '2', movie: {} }];
  expect(parse({ carousel_media })).toMatchObject({
    result: { ok: true, value: { incomplete: true, items: [{ id: '1' }] } },
  });
  expect(parse(photo('a'))).not.toHaveProperty('result.value.incomplete');
});

test('a continuation in an unknown format is a parse error, not missing', () => {
  const reply = { is_reply: true, reply_to_author: alma };
  const next = buildPost('DAsked00002', { media_type: 2 }, reply);
  expect(parse({}, {}, [JSON.parse(threadBlock([buildPost(code), next]))]).kind).toBe('parse_error');
});

test('a post keeps its long code, and a text post has at least one known field', () => {
  const long = `${code}${'x'.repeat(28)}`;
  expect(parsePost(buildPost(long, photo('a')), target, [])).toMatchObject({
    result: { value: { code: long, url: `https://www.threads.com/@alma.demo/post/${long}` } },
  });
  const shapeless = { code, user: alma, taken_at: 1_790_000_000, caption: null, media: [] };
  expect(parsePost(shapeless, target, []).kind).toBe('parse_error');
  for (const field of ['image_versions2', 'video_versions', 'carousel_media'])
    expect(parsePost({ ...shapeless, [field]: null }, target, []).kind).toBe('found');
});

test('a missing author is taken from the link, and without one there is a parse error', () => {
  const nameless = buildPost(code, { user: null });
  expect(parsePost(nameless, target, []).kind).toBe('parse_error');
  expect(parsePost(nameless, { code, username: 'alma.demo' }, [])).toMatchObject({
    result: { error: { post: { author: { username: 'alma.demo', name: '' } } } },
  });
});

test('media that is there is read, even if a mark says that the post is not', () => {
  const node = buildPost(code, photo('hill'), { is_post_unavailable: true });
  for (const wholeThread of [false, true])
    expect(parsePostFromJson([mediaBlock(node)], { ...target, wholeThread })).toMatchObject({
      result: { value: { items: [{ type: 'image' }] } },
    });
});

test.each([
  ['post.expired', { ghost_post_exp_time_ms: 1_790_000_000_000 }],
  ['post.expired', { post_unavailable_reason: 'ghost_post_expired' }],
  ['post.restricted', { post_unavailable_reason: 'age_gate' }],
  ['post.sign_in', { post_unavailable_reason: 'sensitive_content' }],
  ['post.private', { post_unavailable_reason: 'private_account' }],
  ['post.gone', { post_unavailable_reason: 'deleted' }],
])('a tombstone is %s if it says %o, even if nothing names its author', (errorCode, info) => {
  const tombstone = buildPost(code, { user: null }, { is_post_unavailable: true, ...info });
  for (const wholeThread of [false, true])
    expect(parsePostFromJson([mediaBlock(tombstone)], { code, username: null, wholeThread })).toMatchObject({
      result: { ok: false, error: { code: errorCode } },
    });
});
