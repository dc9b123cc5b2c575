import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mediaBlock, relatedBlock, threadBlock } from '../fixtures/build-page.ts';
import { alma, bruno, buildPost, child, photo, video } from '../fixtures/build-post.ts';
import { createPostLocator, type PostLocation } from './locate-post.ts';

const code = 'DAsked00001';
const other = 'DOther00001';

function locate(...texts: string[]) {
  return summarize(createPostLocator(texts)(code));
}

const summarize = (located: PostLocation) => (located.kind === 'post' ? located.node : located.kind);

test('a post is found by its own code, not by its neighbors, parents or related posts', () => {
  const post = buildPost(code, photo('mine'));
  const stranger = buildPost(other, { ...video('theirs'), user: bruno });
  const node = locate(relatedBlock(stranger), threadBlock([stranger, post], [stranger]));
  expect(node).toMatchObject({ code, user: { username: 'alma.demo' }, video_versions: null });
});

test('a code in a caption, a route or a link is not a post', () => {
  const mention = buildPost(other, { caption: { text: `see "code":"${code}"` } });
  expect(locate(mediaBlock(mention), JSON.stringify({ route: { code, vanity: 'x' } }))).toBe('not_found');
});

test('codes that differ in case are different posts', () => {
  expect(locate(mediaBlock(buildPost('dasked00001')).concat(code))).toBe('parse_error');
  expect(locate(mediaBlock({ note: code, post: buildPost('dasked00001') }))).toBe('not_found');
});

test('the most complete copy is chosen, and its gaps are filled from the others', () => {
  const thin = { code, pk: buildPost(code).pk, user: alma, like_count: 7, carousel_media: null };
  const rich = buildPost(code, { ...video('clip'), caption: null });
  const captioned = buildPost(code, { caption: { text: 'the text' } });
  expect(locate(mediaBlock(thin), threadBlock([captioned], [rich]))).toMatchObject({
    like_count: 7,
    media_type: 2,
    caption: { text: 'the text' },
  });
});

test('a full carousel wins over a copy with fewer children', () => {
  const short = buildPost(code, { carousel_media: [photo('a')] });
  const full = buildPost(code, { carousel_media: [photo('a'), photo('b'), photo('c')] });
  expect(locate(mediaBlock(short), mediaBlock(full), mediaBlock(short))).toMatchObject({
    carousel_media: { length: 3 },
  });
});

test('fragments with only the id are merged, from the same block and from another one', () => {
  const post = buildPost(code);
  const fragment = { id: post.id, text_post_app_info: { self_thread: { posts: { edges: ['x'] } } } };
  const more = { id: post.id, accessibility_caption: 'a hill' };
  expect(locate(mediaBlock({ post, more }), JSON.stringify({ fragment }))).toMatchObject({
    accessibility_caption: 'a hill',
    text_post_app_info: { is_reply: false, self_thread: { posts: { edges: ['x'] } } },
  });
});

test.each([
  ['two accounts', { user: bruno }],
  ['two accounts of one name', { user: { ...alma, pk: '666' } }],
  ['two names', { user: { ...alma, username: 'somebody' } }],
  ['two ids', { pk: '99' }],
])('one code claimed by %s is a conflict', (_, overrides) => {
  const located = locate(mediaBlock(buildPost(code, photo('a'))), mediaBlock(buildPost(code, overrides)));
  expect(located).toBe('conflict');
});

test('one id with two codes is a conflict', () => {
  const post = buildPost(code, photo('a'));
  const twin = { ...buildPost(other, photo('b')), id: post.id };
  expect(locate(mediaBlock(post), mediaBlock(twin))).toBe('conflict');
});

const carouselOf = (carouselCode: string, childCode: string, overrides = {}) => {
  const children = [child('11', photo('first')), { ...child('12', video('second')), code: childCode }];
  return buildPost(carouselCode, { media_type: 8, carousel_media: children, ...overrides });
};

test('the code of a child of a carousel finds the carousel, with all children', () => {
  const stranger = carouselOf('DBruno00001', 'DBruno00002', { user: bruno });
  const found = locate(threadBlock([stranger]), mediaBlock(carouselOf(other, code)));
  expect(found).toMatchObject({
    code: other,
    carousel_media: { length: 2 },
    user: { username: 'alma.demo' },
  });
  // A copy of the carousel in another block counts too.
  const thin = { ...carouselOf(other, code), user: bruno };
  expect(locate(mediaBlock(carouselOf(other, code)), mediaBlock(thin))).toBe('conflict');
});

test('a child in two carousels, or in one without a code, belongs to neither', () => {
  const twice = [carouselOf(other, code), carouselOf('DBruno00001', code, { user: bruno })];
  expect(locate(mediaBlock(twice))).toBe('conflict');
  expect(locate(mediaBlock({ ...carouselOf(other, code), code: null }))).toBe('parse_error');
});

test('a child with the code of its carousel is not a copy of it, but one in another carousel is a conflict', () => {
  expect(locate(mediaBlock(carouselOf(code, code)))).toMatchObject({ code, carousel_media: { length: 2 } });
  const stranger = carouselOf('DBruno00001', code, { user: bruno });
  expect(locate(mediaBlock(buildPost(code, photo('mine'))), mediaBlock(stranger))).toBe('conflict');
});

test('nested objects with different ids are never merged', () => {
  const quote = (quotedCode: string, media: Record<string, unknown>) =>
    buildPost(code, {}, { share_info: { quoted_post: buildPost(quotedCode, media) } });
  const node = locate(mediaBlock(quote(other, {})), mediaBlock(quote('DOther00002', photo('strange'))));
  const quoted = JSON.stringify(node);
  expect(quoted.includes('strange') && quoted.includes(other)).toBe(false);
});

test('a malformed block with the code is a parse error only if no other block has the post', () => {
  const broken = `{"code":"${code}",`;
  expect(locate(broken)).toBe('parse_error');
  expect(locate(broken, mediaBlock(buildPost(code)))).toMatchObject({ code });
});

test('the long code of a private account finds its post', () => {
  const long = `${code}${'x'.repeat(28)}`;
  expect(createPostLocator([mediaBlock(buildPost(long))])(long).kind).toBe('post');
});

test('an excessively nested block is a parse error, not a crash', () => {
  const deep = `${'['.repeat(100_000)}"${code}"${']'.repeat(100_000)}`;
  expect(locate(deep)).toBe('parse_error');
});

test('one locator for many posts gives the same results as separate lookups', () => {
  const long = `${code}${'x'.repeat(28)}`;
  const codes = [code, other, long, `${code}y`, 'DAbsent0001'];
  const post = fc
    .record({ code: fc.constantFrom(...codes), user: fc.constantFrom(alma, bruno), likes: fc.nat(3) })
    .map(({ code: postCode, user, likes }) => ({ ...buildPost(postCode, { user, like_count: likes }) }));
  const fragment = post.map(({ id }) => ({ id, fragment: photo('piece') }));
  const text = fc.oneof(
    fc.array(fc.oneof(post, fragment), { maxLength: 4 }).map((nodes) => JSON.stringify({ nodes })),
    fc.constantFrom(...codes).map((postCode) => `{"code":"${postCode}",`),
    fc.constantFrom(...codes).map((postCode) => JSON.stringify({ route: postCode })),
  );
  fc.assert(
    fc.property(fc.array(text, { maxLength: 6 }), fc.shuffledSubarray(codes), (texts, requestedCodes) => {
      const locateIn = createPostLocator(texts);
      for (const postCode of requestedCodes)
        expect(summarize(locateIn(postCode))).toEqual(summarize(createPostLocator(texts)(postCode)));
    }),
    { numRuns: 300 },
  );
});
