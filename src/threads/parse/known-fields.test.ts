import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { alma, bruno, buildPost, cdn, child, photo, sharing, video } from '../fixtures/build-post.ts';
import { findDrift, listDrift } from './field-drift.ts';
import { findJsonBlocks, type JsonNode, parseJson, visitNodes } from './json.ts';
import { knownFields } from './known-fields.ts';
import { parsePost, parseThread } from './post.ts';
import { refusalReasons } from './refusal-reasons.ts';

const code = 'DAsked00001';
const quoted = buildPost('DOther00001', { ...photo('theirs'), user: bruno });
const gifUrl = 'https://media.tenor.co/xAAAAd/wave.gif';
const fixed_height = { url: gifUrl, webp: gifUrl, mp4: gifUrl, width: 498, height: 280 };
const withoutDuration = { ...video('b'), video_versions: [{ type: 101, url: `${cdn}/b.mp4` }] };
const text_fragments = {
  fragments: [
    { plaintext: 'words', styling_info: { is_spoiler: true } },
    { plaintext: '@bruno_demo', mention_fragment: { mentioned_user: { username: 'bruno_demo' } } },
    { plaintext: 'example.org/…', link_fragment: { uri: null } },
    { plaintext: '□', inline_sticker_fragment: { sticker_id: '7', sticker_url: gifUrl } },
  ],
};
const reply = buildPost('DAsked00002', {}, { is_reply: true, reply_to_author: alma });

/** Together, these make the parser read every field it can read. */
const posts = [
  buildPost(code, photo('hill')),
  buildPost(code, {
    ...video('clip'),
    video_versions: [
      { type: 101, url: `${cdn}/a.mp4` },
      { type: 102, url: `${cdn}/b.mp4` },
    ],
  }),
  buildPost(code, {
    carousel_media: [
      child('1', photo('a')),
      child('2', withoutDuration),
      child('3', { ...video('c'), video_versions: null }),
    ],
  }),
  buildPost(code, {
    giphy_media_info: { images: { fixed_height }, first_party_cdn_proxied_images: { fixed_height } },
  }),
  buildPost(code, { audio: { audio_src: null, duration: 3, fallback: { audio_src: `${cdn}/voice.m4a` } } }),
  ...(['quoted_post', 'quoted_attachment_post', 'reposted_post'] as const).map((key) =>
    buildPost(code, {}, sharing(key, quoted)),
  ),
  buildPost(code, {}, { linked_inline_media: { media: quoted } }),
  buildPost(
    code,
    { caption: null },
    {
      text_fragments,
      snippet_attachment_info: { text_fragments },
      link_preview_attachment: { url: 'https://example.org/' },
    },
  ),
  buildPost(
    code,
    {},
    {
      self_thread: { posts: { edges: [{ node: reply }], page_info: { has_next_page: false } } },
      self_thread_info: { self_thread_length: 1, post_position_in_self_thread: 1 },
    },
  ),
  buildPost(code, {}, { is_post_unavailable: true, post_unavailable_reason: 'deleted' }),
];

/** Records which fields of an object are read. */
function observe(value: unknown, kind: string | null, reads: Set<string>): unknown {
  if (typeof value !== 'object' || value === null || kind === null) return value;
  const fields = knownFields[kind as keyof typeof knownFields];
  const isList = Array.isArray(value);
  const recordRead = (key: string | symbol) => {
    if (!isList && typeof key === 'string' && key !== 'toJSON') reads.add(`${kind}.${key}`);
  };
  return new Proxy(value, {
    get(target, key, receiver) {
      recordRead(key);
      const inner: unknown = Reflect.get(target, key, receiver);
      return observe(
        inner,
        isList ? kind : (fields.required[String(key)] ?? fields.optional[String(key)] ?? null),
        reads,
      );
    },
    has(target, key) {
      recordRead(key);
      return Reflect.has(target, key);
    },
  });
}

const thread = { thread_items: [{ post: buildPost(code), parent_post_unavailable_reason: null }] };
const groupLists = [
  { edges: [{ node: thread }, { node: { text_post_app_thread: thread } }] },
  { containing_thread: thread, reply_threads: [thread] },
];

test('the known fields are exactly those that the parser reads', () => {
  const reads = new Set<string>();
  const target = { code, username: null };
  for (const post of posts) {
    const node = observe(post, 'post', reads) as JsonNode;
    const lists = groupLists.map((list) => observe(list, 'groups', reads) as JsonNode);
    parsePost(node, target, lists);
    parseThread(node, { ...target, wholeThread: true }, [], () => ({ kind: 'post', node, groupLists: [] }));
  }
  const known = Object.entries(knownFields).flatMap(([kind, { required, optional }]) =>
    [...Object.keys(required), ...Object.keys(optional)].map((field) => `${kind}.${field}`),
  );
  expect([...reads].filter((field) => !known.includes(field))).toEqual([]);
  expect(known.filter((field) => !reads.has(field))).toEqual([]);
});

test('each known field is either read or refused, for one reason', () => {
  for (const [kind, { required, optional, refused }] of Object.entries(knownFields)) {
    const names = [...Object.keys(required), ...Object.keys(optional), ...Object.values(refused).flat()];
    expect(names.toSorted(), kind).toEqual([...new Set(names)].toSorted());
  }
  const reasons = new Set(Object.values(knownFields).flatMap(({ refused }) => Object.keys(refused)));
  expect([...reasons].toSorted()).toEqual(Object.keys(refusalReasons).toSorted());
});

test('differences have the names of fields only', () => {
  const { user: _, ...post } = buildPost(code, { frames: [], [code]: 1, secret: 'bruno', bruno: 1 });
  const names = listDrift(post).filter(({ field }) => field.startsWith('post.'));
  expect(names).toEqual([
    { kind: 'missing', field: 'post.user' },
    { kind: 'unknown', field: 'post.frames' },
    { kind: 'unknown', field: 'post.secret' },
  ]);
});

test('missing and unknown fields are counted, at any depth', () => {
  const { original_width: _, ...narrow } = photo('theirs');
  const post = buildPost(
    code,
    { video_files: [{ bitrate: 1 }] },
    sharing('quoted_post', { ...quoted, ...narrow }),
  );
  const { counts, missing, unknown } = findDrift(post);
  expect(counts.get('post')).toBe(2);
  expect(missing.get('post.original_width')).toBeUndefined();
  expect(missing.get('info.text_fragments')).toBe(2);
  expect([...unknown]).toEqual([['post.video_files', new Set(['list'])]]);
  const hostile = JSON.parse('{"__proto__":{},"constructor":1,"toString":null}');
  expect([...findDrift(hostile).unknown.keys()]).toEqual([
    'post.__proto__',
    'post.constructor',
    'post.toString',
  ]);
});

const folder = new URL('../../../../shared/recordings/', import.meta.url);
const isMissing = !existsSync(folder);

test.skipIf(isMissing)('the recorded posts have no unknown fields', () => {
  const names = isMissing ? [] : readdirSync(folder);
  const texts = names.flatMap((name) => {
    const text = readFileSync(new URL(name, folder), 'utf8');
    return name.endsWith('.html') ? findJsonBlocks(text) : [text];
  });
  const unknown = new Set<string>();
  let count = 0;
  for (const text of texts) {
    visitNodes(parseJson(text), (node) => {
      if (typeof node.code !== 'string' || !('text_post_app_info' in node)) return;
      count += 1;
      for (const field of findDrift(node).unknown.keys()) unknown.add(field);
    });
  }
  expect(count).toBeGreaterThan(40);
  expect([...unknown]).toEqual([]);
});
