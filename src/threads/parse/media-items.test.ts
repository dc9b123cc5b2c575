import { expect, test } from 'vitest';
import {
  bruno,
  buildPost,
  buildUser,
  cdn,
  child,
  photo,
  sharing,
  video,
  videoUrl,
} from '../fixtures/build-post.ts';
import { collectMediaItems, ensureUniqueIds, parseOwnMedia } from './media-items.ts';

const postCode = 'DAsked00001';
const source = { kind: 'own', username: 'alma.demo', code: postCode } as const;
const parse = (overrides: Record<string, unknown>) => parseOwnMedia(buildPost(postCode, overrides), source);

test('a photo has its original URL, a thumbnail and its alt text', () => {
  const { items } = parse({ ...photo('hill'), accessibility_caption: ' A hill ' });
  expect(items).toHaveLength(1);
  expect(items[0]).toMatchObject({
    id: buildPost(postCode).pk,
    type: 'image',
    alt: 'A hill',
    hasAudio: null,
    thumbnailUrl: `${cdn}/v/t51.82787-15/hill.jpg?stp=dst-jpg_e35_p540x360&oh=00_x&oe=70000000`,
    renditions: [{ format: 'JPG', width: 1080, height: 720, bytes: null }],
    source,
  });
});

test('three types with one URL are one video at its delivered size', () => {
  const { items } = parse(video('clip', 1440, 2560, 16));
  expect(items).toHaveLength(1);
  expect(items[0]).toMatchObject({
    type: 'video',
    durationSeconds: 16,
    hasAudio: true,
    renditions: [{ url: videoUrl('clip', 720, 16), format: 'MP4', width: 720, height: 1280 }],
  });
  expect(items[0]?.renditions).toHaveLength(1);
  expect(items[0]?.thumbnailUrl).toContain('clip-cover');
});

test('if the URLs differ, the largest version wins, then the lowest type', () => {
  const version = (type: number, width: number, height: number) => ({
    type,
    width,
    height,
    url: `${cdn}/${type}.mp4`,
  });
  const sized = [version(102, 480, 854), version(103, 480, 854), version(101, 720, 1280)];
  expect(parse({ video_versions: sized }).items[0]?.renditions).toMatchObject([{ width: 720, height: 1280 }]);
  const bare = [103, 102].map((type) => ({ type, url: `${cdn}/${type}.mp4` }));
  expect(parse({ video_versions: bare }).items[0]?.renditions[0].url).toBe(`${cdn}/102.mp4`);
});

test('a video without efg or sizes is still a video, and an empty alt text is none', () => {
  const video_versions = [{ type: 101, url: `${cdn}/a.mp4?efg=x` }];
  const fields = {
    original_width: null,
    original_height: null,
    accessibility_caption: ' ',
    has_audio: false,
  };
  expect(parse({ video_versions, ...fields }).items).toMatchObject([
    {
      type: 'video',
      durationSeconds: null,
      hasAudio: false,
      alt: null,
      renditions: [{ width: null, height: null }],
    },
  ]);
});

test('a mixed carousel keeps its order and the ids of its children, and its cover is not an item', () => {
  const carousel_media = [child('11', photo('one')), child('12', video('two')), child('13', photo('three'))];
  const { items } = parse({ ...photo('one'), media_type: 8, carousel_media });
  expect(items.map((item) => [item.id, item.type, item.hasAudio])).toEqual([
    ['11', 'image', null],
    ['12', 'video', null],
    ['13', 'image', null],
  ]);
});

test('a child whose numeric pk was rounded uses the first half of its id', () => {
  const rounded = {
    ...child('1', photo('one')),
    pk: JSON.parse('3700000000000000123'),
    id: '3700000000000000123_7001',
  };
  expect(parse({ carousel_media: [rounded] }).items[0]?.id).toBe('3700000000000000123');
});

const tenor = 'https://media.tenor.co/xAAAAd/wave.gif';

test('a picker GIF lists the GIF first, then WebP and MP4', () => {
  const fixed_height = {
    url: tenor,
    webp: 'https://media.tenor.co/xAAAAx/wave.webp',
    mp4: 'https://media.tenor.co/xAAAAP/wave.mp4',
    width: '498',
    height: 280,
    size: '406700',
    webp_size: 43_164,
  };
  expect(parse({ giphy_media_info: { images: { fixed_height } } }).items).toMatchObject([
    {
      type: 'gif',
      hasAudio: false,
      renditions: [
        { format: 'GIF', url: tenor, width: 498, height: 280, bytes: 406_700 },
        { format: 'WEBP', bytes: 43_164 },
        { format: 'MP4', bytes: null },
      ],
    },
  ]);
});

test('an image whose candidates have no size has the original one, also in a carousel', () => {
  const { image_versions2: _, ...original } = photo('old', 1206, 1735);
  const url = `${cdn}/v/t51.2885-15/old.jpg`;
  const small = [`${url}?stp=dst-jpg_e35_p640x640`, `${cdn}/v/t51.2885-15/e35/s320x320/old.jpg`];
  const old = {
    ...original,
    image_versions2: { candidates: [...small, url].map((candidate) => ({ url: candidate })) },
  };
  const expected = { renditions: [{ url, width: 1206, height: 1735 }] };
  expect(parse(old).items).toMatchObject([expected]);
  expect(parse({ carousel_media: [child('1', old), child('2', old)] }).items).toMatchObject([
    expected,
    expected,
  ]);
});

test('a video without a duration in its URL has that of its manifest', () => {
  const url = `${cdn}/o1/v/t16/f2/m84/clip.mp4`;
  const video_dash_manifest = '<?xml version="1.0"?><MPD mediaPresentationDuration="PT58.25S"></MPD>';
  const clip = { ...video('clip'), video_versions: [{ type: 101, url }], video_dash_manifest };
  expect(parse(clip).items).toMatchObject([{ type: 'video', durationSeconds: 58.25 }]);
  expect(parse({ ...video('clip', 720, 1280, 9), video_dash_manifest }).items).toMatchObject([
    { durationSeconds: 9 },
  ]);
});

test('the first-party copy replaces a placeholder GIF', () => {
  const info = {
    images: {
      fixed_height: { url: 'https://static.cdninstagram.com/rsrc.php/y.gif', width: 200, height: 100 },
    },
    first_party_cdn_proxied_images: {
      fixed_height: { url: 'https://external.demo1-1.fna.fbcdn.net/emg1/v/t13/1?url=https%3A%2F%2Fg' },
    },
  };
  expect(parse({ giphy_media_info: info }).items[0]?.renditions).toMatchObject([
    { format: 'GIF', width: 200, height: 100, url: expect.stringContaining('external.demo1-1') },
  ]);
});

test('a voice post is audio with a duration in seconds, also from its fallback', () => {
  const direct = { audio_src: `${cdn}/v/voice.m4a`, duration: 12 };
  const fallback = { audio_src: null, duration: 12_500, fallback: { audio_src: `${cdn}/v/voice.mp4` } };
  for (const [audio, seconds] of [
    [direct, 12],
    [fallback, 12.5],
  ] as const) {
    expect(parse({ audio }).items).toMatchObject([
      { type: 'audio', durationSeconds: seconds, renditions: [{ format: 'M4A', width: null }] },
    ]);
  }
});

test('a text post has no media and nothing unparsed', () => {
  expect(parse({})).toEqual({ items: [], hasUnparsed: false });
  expect(parse({ image_versions2: null, video_versions: [], carousel_media: [] }).hasUnparsed).toBe(false);
});

test.each([
  ['a missing video', { media_type: 2 }],
  ['a video without a usable URL', { video_versions: [{ type: 101, url: 'blob:x' }] }],
  ['a video with only a cover', { ...video('a'), video_versions: null }],
  ['a video without a URL but with a cover', { ...photo('a'), video_versions: [{ url: 'blob:x' }] }],
  ['a video with only a manifest', { ...photo('a'), video_dash_manifest: '<MPD/>' }],
  ['a carousel with another list format', { ...photo('a'), media_type: 8, carousel_media: { edges: [] } }],
  ['a carousel of nulls', { ...photo('a'), carousel_media: [null, null] }],
  ['a carousel of unknown children', { carousel_media: [{ pk: '1', media_v3: {} }] }],
])('%s counts as unparsed media', (_, overrides) => {
  expect(parse(overrides)).toEqual({ items: [], hasUnparsed: true });
});

test.each([
  ['an unknown child', { pk: '12', media_v3: {} }],
  ['a null child', null],
  ['a video with only a cover', { ...child('12', video('b')), media_type: 2, video_versions: [] }],
  ['a video with only a manifest', { ...child('12', photo('b')), video_dash_manifest: '<MPD/>' }],
])('%s in a carousel counts as unparsed, and the other items are read', (_, unparsed) => {
  const { items, hasUnparsed } = parse({
    carousel_media: [child('11', photo('a')), unparsed, child('13', photo('c'))],
  });
  expect(items.map((item) => `${item.type} ${item.id}`)).toEqual(['image 11', 'image 13']);
  expect(hasUnparsed).toBe(true);
});

test('the other fields of a voice post do not count as unparsed media', () => {
  expect(parse({ media_type: 2, audio: { audio_src: `${cdn}/v/voice.m4a` } })).toMatchObject({
    items: [{ type: 'audio' }],
    hasUnparsed: false,
  });
});

const quoted = buildPost('DQuoted0001', { ...video('theirs'), user: bruno });
const summary = (node: Record<string, unknown>) =>
  collectMediaItems(node).items.map(
    (item) => `${item.type} ${item.source.kind} ${item.source.username} ${item.source.code}`,
  );

test.each([
  ['quoted_post', 'quoted'],
  ['quoted_attachment_post', 'quoted'],
  ['reposted_post', 'reposted'],
] as const)('media of %s counts as %s, with the name of its author', (key, kind) => {
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

test('media is hidden if its post hides it, or the post that shows it', () => {
  const hides = { is_spoiler_media: true };
  const isHidden = (post: Record<string, unknown>) =>
    collectMediaItems(post).items.map(({ source, isSpoiler = false }) => `${source.kind} ${isSpoiler}`);
  const quoted = (info = {}) => buildPost('DQuoted0001', { ...photo('theirs'), user: bruno }, info);
  const album = { carousel_media: [child('1', photo('one')), child('2', video('two'))] };
  expect(isHidden(buildPost(postCode, album, hides))).toEqual(['own true', 'own true']);
  expect(isHidden(buildPost(postCode, album))).toEqual(['own false', 'own false']);
  const shares = (info: object, post: unknown) =>
    buildPost(postCode, photo('mine'), { ...sharing('quoted_post', post), ...info });
  expect(isHidden(shares({}, quoted(hides)))).toEqual(['own false', 'quoted true']);
  expect(isHidden(shares(hides, quoted()))).toEqual(['own true', 'quoted true']);
  expect(parseOwnMedia(buildPost(postCode, photo('next'), hides), source).items[0]?.isSpoiler).toBe(true);
});

const sticker = (name: string, sticker_id: string | null, styling_info = {}) => ({
  plaintext: '□',
  styling_info,
  inline_sticker_fragment: {
    sticker_id,
    sticker_url: name && `https://media1.giphy.com/media/${name}/giphy.gif`,
  },
});

test('stickers are files of their post, each once, and hidden if their words are', () => {
  const fragments = [
    sticker('cat', '17'),
    { plaintext: ' and ' },
    sticker('cat', '17'),
    sticker('dog', null, { is_spoiler: true }),
    sticker('', '18'),
  ];
  const snippet_attachment_info = { text_fragments: { fragments: [sticker('owl', '19')] } };
  const node = buildPost('DAsked00001', photo('hill'), {
    text_fragments: { fragments },
    snippet_attachment_info,
  });
  const { items } = collectMediaItems(node);
  expect(
    items.map(({ type, renditions, isSpoiler }) => [type, renditions[0].url.split('/').at(-2), isSpoiler]),
  ).toEqual([
    ['image', expect.anything(), undefined],
    ['gif', 'cat', undefined],
    ['gif', 'dog', true],
    ['gif', 'owl', undefined],
  ]);
  expect(items.map(({ id }) => id)).toEqual([items[0]?.id, '17', `${items[0]?.id}-4`, '19']);
});

test('media are hidden by their own mark or by that of their post', () => {
  const hidden = { is_spoiler_media: true };
  const items = (overrides: Record<string, unknown>, info = {}) =>
    collectMediaItems(buildPost('DAsked00001', overrides, info)).items.map((item) => item.isSpoiler ?? false);
  expect(items({ ...photo('a'), ...hidden })).toEqual([true]);
  expect(
    items({ carousel_media: [{ ...child('1', photo('a')), ...hidden }, child('2', photo('b'))] }),
  ).toEqual([true, false]);
});
