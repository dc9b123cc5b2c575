import { expect, test } from 'vitest';
import { bruno, buildPost, buildUser, child, photo, sharing, video } from '../fixtures/build-post.ts';
import { collectMediaItems, ensureUniqueIds } from './media-items.ts';

const postCode = 'DAsked00001';
const quoted = buildPost('DQuoted0001', { ...video('theirs'), user: bruno });
const summary = (node: Record<string, unknown>) =>
  collectMediaItems(node).items.map(
    (item) => `${item.type} ${item.source.kind} ${item.source.username} ${item.source.code}`,
  );

test('the media of a quoted post is labeled with its author', () => {
  expect(summary(buildPost(postCode, {}, sharing('quoted_post', quoted)))).toEqual([
    'video quoted bruno_demo DQuoted0001',
  ]);
});

test.each([
  ['quoted_attachment_post', 'quoted'],
  ['reposted_post', 'reposted'],
] as const)('media of %s counts as %s', (key, kind) => {
  expect(summary(buildPost(postCode, {}, sharing(key, quoted)))).toEqual([
    `video ${kind} bruno_demo DQuoted0001`,
  ]);
});

test.each([
  ['an object', quoted],
  ['a list', [quoted]],
  ['wrapped in media', { media: quoted }],
  ['a list of wrapped ones', [{ media: quoted }]],
])('linked inline media is read as %s', (_, linked_inline_media) => {
  expect(summary(buildPost(postCode, {}, { linked_inline_media }))).toEqual([
    'video linked bruno_demo DQuoted0001',
  ]);
});

test('own media comes first, then linked, attached, reposted and quoted media', () => {
  const other = (code: string) => buildPost(code, { ...photo(code), user: bruno });
  const info = {
    linked_inline_media: other('DLinked0001'),
    share_info: {
      quoted_post: other('DQuoted0001'),
      reposted_post: other('DRepost0001'),
      quoted_attachment_post: other('DAttach0001'),
    },
  };
  const kinds = collectMediaItems(buildPost(postCode, photo('own'), info)).items.map(
    (item) => item.source.code,
  );
  expect(kinds).toEqual([postCode, 'DLinked0001', 'DAttach0001', 'DRepost0001', 'DQuoted0001']);
});

test('a quote in two fields is listed once', () => {
  const info = { share_info: { quoted_post: quoted, quoted_attachment_post: quoted } };
  expect(summary(buildPost(postCode, {}, info))).toHaveLength(1);
});

test('nested posts are read two levels deep, and cycles end', () => {
  const third = buildPost('DThird00001', { ...photo('third'), user: buildUser('third', '3') });
  const second = buildPost('DSecond0001', { ...photo('second'), user: bruno }, sharing('quoted_post', third));
  const first = buildPost('DFirst00001', { ...photo('first'), user: bruno }, sharing('quoted_post', second));
  const root = buildPost(postCode, {}, sharing('reposted_post', first));
  expect(summary(root)).toEqual([
    'image reposted bruno_demo DFirst00001',
    'image reposted bruno_demo DSecond0001',
  ]);
  const circle: Record<string, unknown> = buildPost(postCode, photo('own'));
  circle.text_post_app_info = sharing('quoted_post', circle);
  expect(summary(circle)).toHaveLength(1);
});

test('in a repost of 2023 with placeholders, only the reposted post counts', () => {
  const candidates = [480, 320, 612].map((width) => ({
    url: 'http://static.cdninstagram.com/rsrc.php/null.jpg',
    width,
    height: width,
  }));
  const repost = buildPost(
    postCode,
    { caption: null, image_versions2: { candidates } },
    sharing('reposted_post', quoted),
  );
  expect(summary(repost)).toEqual(['video reposted bruno_demo DQuoted0001']);
});

test('an unavailable quote yields no items', () => {
  const gone = { ...quoted, text_post_app_info: { is_post_unavailable: true } };
  expect(collectMediaItems(buildPost(postCode, {}, sharing('quoted_post', gone)))).toEqual({
    items: [],
    hasUnparsed: false,
  });
});

test('avatars and link previews are never items', () => {
  const preview = { url: 'https://example.com', image_url: 'https://external.xx.fbcdn.net/emg1/a.jpg' };
  const user = { ...bruno, profile_pic_url: 'https://cdn.example/v/t51.2885-19/me.jpg' };
  expect(
    collectMediaItems(buildPost(postCode, { user }, { link_preview_attachment: preview })).items,
  ).toEqual([]);
});

test('only duplicate ids are changed', () => {
  const { items } = collectMediaItems(
    buildPost(postCode, { carousel_media: [child('1', photo('a')), child('1', photo('b'))] }),
  );
  expect(ensureUniqueIds(items).map((item) => item.id)).toEqual(['1', '1-2']);
});
