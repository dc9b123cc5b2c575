import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildPage, mediaBlock, relatedBlock, threadBlock } from '../fixtures/build-page.ts';
import { alma, bruno, buildPost, photo, sharing, video } from '../fixtures/build-post.ts';
import { parsePostFromHtml } from '../strategies/post-page.ts';
import { shortcodeToId } from './shortcode.ts';

type Fields = Record<string, unknown>;

const reply = (code: string, media: Fields = photo(code), info: Fields = {}) =>
  buildPost(code, media, { is_reply: true, reply_to_author: alma, ...info });

const first = buildPost('DChain00001', photo('one'));
const second = reply('DChain00002', video('two'));
const third = reply('DChain00003', {});
const fourth = reply('DChain00004');
const stranger = (code: string) =>
  buildPost(code, { ...video('theirs'), user: bruno }, { is_reply: true, reply_to_author: alma });

function parseFrom(post: Fields, ...groups: unknown[][]) {
  const html = buildPage([mediaBlock(post), relatedBlock(stranger('DRelated001')), threadBlock(...groups)]);
  const target = { code: String(post.code), username: null };
  return {
    postOutcome: parsePostFromHtml(html, target),
    threadOutcome: parsePostFromHtml(html, { ...target, wholeThread: true }),
  };
}

function summarize(outcome: ReturnType<typeof parsePostFromHtml>) {
  if (outcome.kind !== 'found') return outcome.kind;
  if (!outcome.result.ok) return outcome.result.error.code;
  const { items, thread, incomplete = false } = outcome.result.value;
  return {
    posts: thread && 'posts' in thread ? thread.posts.map((post) => post.code.slice(-1)).join('') : thread,
    items: items.map(
      ({ source }) => `${source.post?.code.slice(-1)}: ${source.post?.place}/${source.post?.of}`,
    ),
    incomplete,
  };
}

const wholeThread = { posts: '1234', items: ['1: 1/4', '2: 2/4', '4: 4/4'], incomplete: false };

test('a thread is the same whichever of its posts is requested', () => {
  expect(
    summarize(parseFrom(first, [first], [second, third, fourth], [stranger('DBruno00001')]).threadOutcome),
  ).toEqual(wholeThread);
  expect(summarize(parseFrom(second, [first, second], [third, fourth]).threadOutcome)).toEqual(wholeThread);
  expect(summarize(parseFrom(third, [first, second, third], [fourth]).threadOutcome)).toEqual(wholeThread);
  expect(summarize(parseFrom(fourth, [first, second, third, fourth]).threadOutcome)).toEqual(wholeThread);
});

test('a single post states how many others of its thread have media', () => {
  const thread = (post: Fields, ...groups: unknown[][]) => {
    const { postOutcome } = parseFrom(post, ...groups);
    if (postOutcome.kind !== 'found') return postOutcome.kind;
    return (postOutcome.result.ok ? postOutcome.result.value : postOutcome.result.error.post)?.thread;
  };
  expect(thread(first, [first], [second, third, fourth])).toEqual({ more: 2 });
  expect(thread(fourth, [first, second, third, fourth])).toEqual({ more: 2 });
  expect(thread(third, [first, second, third])).toEqual({ more: 2 });
  expect(thread(first, [first], [third])).toBeUndefined();
  expect(thread(first, [first], [stranger('DBruno00001'), fourth])).toBeUndefined();
  // The result of a text post already includes the continuation.
  const textPost = buildPost('DChain00001');
  expect(thread(textPost, [textPost], [second, fourth])).toBeUndefined();
  // It replies to a post of the author that isn't in the page.
  expect(thread(second, [second])).toEqual({ more: true });
  expect(thread(buildPost('DChain00001', photo('one'), { self_thread_count: 3 }), [])).toEqual({
    more: true,
  });
});

test('a post by another account ends the thread in both directions', () => {
  const [bruno1, bruno2] = [stranger('DBruno00001'), stranger('DBruno00003')];
  expect(
    summarize(parseFrom(first, [first], [bruno1], [second, bruno2, fourth]).threadOutcome),
  ).toMatchObject({
    posts: '12',
  });
  const toBruno = reply('DChain00003', photo('c'), { reply_to_author: bruno });
  expect(summarize(parseFrom(fourth, [first, bruno2, toBruno, fourth]).threadOutcome)).toMatchObject({
    posts: '34',
    incomplete: false,
  });
});

test('a missing or partial thread is marked as incomplete', () => {
  expect(summarize(parseFrom(first).threadOutcome)).toMatchObject({ posts: '1', incomplete: true });
  expect(summarize(parseFrom(second, [second], [third]).threadOutcome)).toMatchObject({
    posts: '23',
    incomplete: true,
  });
  const counted = buildPost('DChain00001', photo('one'), { self_thread_count: 5 });
  expect(summarize(parseFrom(counted, [counted], [second]).threadOutcome)).toMatchObject({
    posts: '12',
    incomplete: true,
  });
  const paged = {
    self_thread: { posts: { edges: [{ node: second }], page_info: { has_next_page: true } } },
  };
  expect(summarize(parseFrom(buildPost('DChain00001', photo('one'), paged)).threadOutcome)).toMatchObject({
    posts: '12',
    incomplete: true,
  });
});

test('a deleted post is skipped only if the next one replies to the author', () => {
  const gone = { code: 'DChain00002', user: null, text_post_app_info: { is_post_unavailable: true } };
  for (const missing of [gone, null]) {
    const { threadOutcome } = parseFrom(first, [first], [missing, third, fourth]);
    expect(summarize(threadOutcome)).toEqual({ posts: '134', items: ['1: 1/3', '4: 3/3'], incomplete: true });
  }
  expect(summarize(parseFrom(fourth, [first, gone, third, fourth]).threadOutcome)).toMatchObject({
    posts: '134',
    incomplete: true,
  });
  const silent = reply('DChain00003', photo('c'), { reply_to_author: null });
  expect(summarize(parseFrom(first, [first, gone, silent]).threadOutcome)).toMatchObject({
    posts: '1',
    incomplete: false,
  });
});

test('a contradiction in one post makes the whole thread a conflict', () => {
  const twin = { ...second, user: bruno };
  expect(summarize(parseFrom(first, [first], [second], [twin]).threadOutcome)).toBe('conflict');
  expect(
    summarize(parseFrom(first, [first], [second], [{ ...second, pk: '5', id: '5_7001' }]).threadOutcome),
  ).toBe('conflict');
});

test.each([
  ['the id of another post', { pk: '3899999999999999999', id: '3899999999999999999_7001' }],
  ['a code that is a path', { code: '../../evil0' }],
  ['a code that is markup', { code: '<img src=x>' }],
  ['a code of an object', { code: { toString: 'DChain00002' } }],
  ['no code', { code: null }],
])('a post with %s is left out, and the thread is incomplete', (_, forged) => {
  const summary = summarize(
    parseFrom(first, [first], [{ ...second, ...forged }, third, fourth]).threadOutcome,
  );
  expect(summary).toMatchObject({ posts: '134', incomplete: true });
});

test('a post that is quoted in its own thread is listed once', () => {
  const quoting = reply('DChain00003', {}, sharing('quoted_post', first));
  const { threadOutcome } = parseFrom(first, [first], [second, quoting]);
  expect(summarize(threadOutcome)).toEqual({ posts: '123', items: ['1: 1/3', '2: 2/3'], incomplete: false });
});

test('a thread of random posts yields only media of its author', () => {
  const users = fc.constantFrom(alma, bruno, { ...bruno, username: 'alma.demo' }, null);
  const anyPost = fc.record({
    author: users,
    to: users,
    digit: fc.integer({ min: 2, max: 9 }),
    gone: fc.boolean(),
  });
  const groups = fc.array(fc.array(anyPost, { maxLength: 4 }), { maxLength: 5 });
  fc.assert(
    fc.property(groups, fc.nat({ max: 4 }), (randomGroups, index) => {
      const threads = randomGroups.map((group) =>
        group.map(({ author, to, digit, gone }) => {
          const info = { is_reply: true, reply_to_author: to, is_post_unavailable: gone };
          const code = `DChain0000${digit}`;
          return { ...buildPost(code, photo(`${author?.pk}-${digit}`), info), user: author };
        }),
      );
      const firstThread = threads[0] ?? [];
      const { threadOutcome } = parseFrom(
        first,
        firstThread.toSpliced(index, 0, { ...first, user: alma }),
        ...threads.slice(1),
      );
      expect(['found', 'conflict']).toContain(threadOutcome.kind);
      const items =
        threadOutcome.kind === 'found' && threadOutcome.result.ok ? threadOutcome.result.value.items : [];
      for (const { source, renditions } of items) {
        expect(source.username).toBe('alma.demo');
        // A copy without an author belongs to the author of the other copies.
        expect(renditions[0].url).toMatch(/\/((7001|undefined)-\d|one)\.jpg/);
      }
    }),
    { numRuns: 300 },
  );
});

test('a valid shortcode matches its id', () => {
  expect(shortcodeToId('DChain00002')).toBe(second.pk);
});

test.each([
  ['the first', 80, 0, 80, 1],
  ['the middle', 80, 40, 80, 41],
  ['the last', 80, 79, 80, 80],
  ['the first of more than the limit', 130, 0, 100, 1],
  ['the middle of more than the limit', 130, 65, 100, 50],
  ['the last of more than the limit', 130, 129, 100, 100],
] as const)(
  'reading a long thread from %s (%i posts) returns as many posts as allowed',
  (_from, count, at, expectedPosts, position) => {
    const codes = Array.from({ length: count }, (_, index) => `DLong${String(index).padStart(6, '0')}`);
    const posts = codes.map((code, index) => (index === 0 ? buildPost(code, photo(code)) : reply(code)));
    const target = posts[at] as Fields;
    const { threadOutcome: outcome } = parseFrom(target, posts.slice(0, at + 1), posts.slice(at + 1));
    if (outcome.kind !== 'found' || !outcome.result.ok) throw new Error(JSON.stringify(outcome));
    const { items, incomplete } = outcome.result.value;
    expect(items).toHaveLength(expectedPosts);
    expect(items.find(({ source }) => source.post?.code === target.code)?.source.post?.place).toBe(position);
    expect(incomplete).toBe(count > expectedPosts ? true : undefined);
  },
);
