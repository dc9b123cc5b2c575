import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildPage, mediaBlock, relatedBlock, threadBlock } from '../fixtures/build-page.ts';
import { alma, bruno, buildPost, photo, sharing, video } from '../fixtures/build-post.ts';
import { parsePostFromHtml } from '../strategies/post-page.ts';
import { hasGroups } from './author-thread.ts';
import { findNodes } from './json.ts';
import { parsePost } from './post.ts';

type Fields = Record<string, unknown>;

const reply = (code: string, media: Fields = photo(code), info: Fields = {}) =>
  buildPost(code, media, { is_reply: true, reply_to_author: alma, ...info });

const first = buildPost('DChain00001', photo('one'));
const textPost = buildPost('DChain00001');
const second = reply('DChain00002', video('two'));
const third = reply('DChain00003', {});
const fourth = reply('DChain00004');
const stranger = (code: string) => reply(code, { ...video('theirs'), user: bruno });

const at = (position: number, length: number): Fields => ({
  self_thread_info: { self_thread_length: length, post_position_in_self_thread: position },
});

function parseFrom(post: Fields, wholeThread: boolean, groups: unknown[][]) {
  const html = buildPage([mediaBlock(post), relatedBlock(stranger('DRelated001')), threadBlock(...groups)]);
  return parsePostFromHtml(html, { code: String(post.code), username: null, wholeThread });
}

function readThread(post: Fields, ...groups: unknown[][]) {
  const outcome = parseFrom(post, true, groups);
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

test.each<[string, Fields, ...Fields[][]]>([
  ['first', first, [first], [second, third, fourth], [stranger('DBruno00001')]],
  ['second', second, [first, second], [third, fourth]],
  ['third', third, [first, second, third], [fourth]],
  ['last', fourth, [first, second, third, fourth]],
])('a thread is the same if its %s post is requested', (_, post, ...groups) => {
  expect(readThread(post, ...groups)).toEqual({
    posts: '1234',
    items: ['1: 1/4', '2: 2/4', '4: 4/4'],
    incomplete: false,
  });
});

test.each<[string, Fields | undefined, Fields, ...Fields[][]]>([
  ['two follow-ups with media', { more: 2 }, first, [first], [second, third, fourth]],
  ['two earlier posts with media', { more: 2 }, fourth, [first, second, third, fourth]],
  ['two earlier posts, and none of its own', { more: 2 }, third, [first, second, third]],
  ['a follow-up without media', undefined, first, [first], [third]],
  ['a follow-up after a stranger', undefined, first, [first], [stranger('DBruno00001'), fourth]],
  ['follow-ups that the result already includes', undefined, textPost, [textPost], [second, fourth]],
  ['only words, like its follow-up', { more: true }, textPost, [textPost], [third]],
  ['a missing post that it replies to', { more: true }, second, [second]],
  [
    'more posts than listed',
    { more: true },
    buildPost('DChain00001', photo('one'), { self_thread_count: 3 }),
    [],
  ],
])('a single post with %s states how many others have media', (_, expected, post, ...groups) => {
  const outcome = parseFrom(post, false, groups);
  if (outcome.kind !== 'found') throw new Error(outcome.kind);
  const { result } = outcome;
  expect((result.ok ? result.value : result.error.post)?.thread).toEqual(expected);
});

test('a thread without media has no media, but all of its posts', () => {
  const outcome = parseFrom(textPost, true, [[textPost], [third]]);
  expect(outcome).toMatchObject({
    result: {
      ok: false,
      error: {
        code: 'post.no_media',
        post: { items: [], thread: { posts: [{ code: 'DChain00001' }, { code: 'DChain00003' }] } },
      },
    },
  });
});

test('words without media say that posts of their thread are missing', () => {
  const read = (info: Fields) => {
    const start = buildPost('DChain00001', {}, info);
    const outcome = parseFrom(start, true, [[start], [third]]);
    if (outcome.kind !== 'found' || outcome.result.ok) throw new Error(outcome.kind);
    return outcome.result.error.post;
  };
  expect(read({ self_thread_count: 3 })).toMatchObject({ incomplete: true, thread: { posts: [{}, {}] } });
  expect(read(at(1, 4))).toMatchObject({ incomplete: true });
  expect(read(at(1, 2))).not.toHaveProperty('incomplete');
});

test('a post by another account ends the thread in both directions', () => {
  const [bruno1, bruno2] = [stranger('DBruno00001'), stranger('DBruno00003')];
  expect(readThread(first, [first], [bruno1], [second, bruno2, fourth])).toMatchObject({ posts: '12' });
  const toBruno = reply('DChain00003', photo('c'), { reply_to_author: bruno });
  expect(readThread(fourth, [first, bruno2, toBruno, fourth])).toMatchObject({
    posts: '34',
    incomplete: false,
  });
});

const counted = buildPost('DChain00001', photo('one'), { self_thread_count: 5 });
const paged = buildPost('DChain00001', photo('one'), {
  self_thread: { posts: { edges: [{ node: second }], page_info: { has_next_page: true } } },
});

test.each<[string, string, Fields, ...Fields[][]]>([
  ['no thread data', '1', first],
  ['a missing first post', '23', second, [second], [third]],
  ['fewer posts than stated', '12', counted, [counted], [second]],
  ['only the first page of its posts', '12', paged],
  ['fewer posts than its position says', '12', first, [first], [reply('DChain00002', {}, at(3, 3))]],
])('a thread with %s is marked as incomplete', (_, posts, post, ...groups) => {
  expect(readThread(post, ...groups)).toMatchObject({ posts, incomplete: true });
});

test('a deleted post is skipped only if the next one replies to the author', () => {
  const gone = { code: 'DChain00002', user: null, text_post_app_info: { is_post_unavailable: true } };
  for (const missing of [gone, null]) {
    expect(readThread(first, [first], [missing, third, fourth])).toEqual({
      posts: '134',
      items: ['1: 1/3', '4: 3/3'],
      incomplete: true,
    });
  }
  expect(readThread(fourth, [first, gone, third, fourth])).toMatchObject({ posts: '134', incomplete: true });
  const silent = reply('DChain00003', photo('c'), { reply_to_author: null });
  expect(readThread(first, [first, gone, silent])).toMatchObject({ posts: '1', incomplete: false });
});

test.each([
  ['two accounts', { user: bruno }],
  ['two ids', { pk: '5', id: '5_7001' }],
])('a post with %s makes the whole thread a conflict', (_, twin) => {
  expect(readThread(first, [first], [second], [{ ...second, ...twin }])).toBe('conflict');
});

test.each([
  ['the id of another post', { pk: '3899999999999999999', id: '3899999999999999999_7001' }],
  ['a code that is a path', { code: '../../evil0' }],
  ['a code that is markup', { code: '<img src=x>' }],
  ['a code of an object', { code: { toString: 'DChain00002' } }],
  ['no code', { code: null }],
])('a post with %s is left out, and the thread is incomplete', (_, forged) => {
  const summary = readThread(first, [first], [{ ...second, ...forged }, third, fourth]);
  expect(summary).toMatchObject({ posts: '134', incomplete: true });
});

test('a post that is quoted in its own thread is listed once', () => {
  const quoting = reply('DChain00003', {}, sharing('quoted_post', first));
  expect(readThread(first, [first], [second, quoting])).toEqual({
    posts: '123',
    items: ['1: 1/3', '2: 2/3'],
    incomplete: false,
  });
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
      const outcome = parseFrom(first, true, [
        firstThread.toSpliced(index, 0, { ...first, user: alma }),
        ...threads.slice(1),
      ]);
      expect(['found', 'conflict']).toContain(outcome.kind);
      const items = outcome.kind === 'found' && outcome.result.ok ? outcome.result.value.items : [];
      for (const { source, renditions } of items) {
        expect(source.username).toBe('alma.demo');
        // A copy without an author belongs to the author of the other copies.
        expect(renditions[0].url).toMatch(/\/((7001|undefined)-\d|one)\.jpg/);
      }
    }),
    { numRuns: 300 },
  );
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
    const outcome = parseFrom(target, true, [posts.slice(0, at + 1), posts.slice(at + 1)]);
    if (outcome.kind !== 'found' || !outcome.result.ok) throw new Error(JSON.stringify(outcome));
    const { items, incomplete } = outcome.result.value;
    expect(items).toHaveLength(expectedPosts);
    expect(items.find(({ source }) => source.post?.code === target.code)?.source.post?.place).toBe(position);
    expect(incomplete).toBe(count > expectedPosts ? true : undefined);
  },
);

function readContinuation(root: unknown, post: Fields = textPost) {
  const groupLists = findNodes(root, hasGroups).nodes;
  const outcome = parsePost(post, { code: 'DChain00001', username: null }, groupLists);
  const items = outcome.kind === 'found' && outcome.result.ok ? outcome.result.value.items : [];
  return items.map(
    ({ type, source }) => `${type} ${source.kind} ${source.username} ${source.code?.slice(-1)}`,
  );
}

const toBruno = reply('DChain00003', photo('c'), { reply_to_author: bruno });

test.each<[string, string, ...Fields[][]]>([
  ['in its group', '24', [textPost, second, fourth]],
  ['in the next group', '2', [textPost], [second], [stranger('DBruno00001')]],
  ['until a post by another account', '2', [textPost], [second, stranger('DBruno00003'), fourth]],
  ['not after a post by another account', '', [textPost, stranger('DBruno00001'), second]],
  ['not if it replies to someone else', '', [textPost, toBruno]],
  ['not if it replies to someone else in the next group', '', [textPost], [stranger('DBruno00001'), toBruno]],
  ['not before it', '', [reply('DAaaaa00001'), textPost]],
  ['not if it is older', '', [textPost, reply('DAaaaa00001')]],
  ['not of an account with the same name', '', [textPost, { ...second, user: { ...alma, pk: '666' } }]],
])('the media of a text post is continued %s', (_, expected, ...groups) => {
  const found = readContinuation(JSON.parse(threadBlock(...groups)));
  expect(found.map((item) => item.slice(-1)).join('')).toBe(expected);
});

const group = (...posts: (Fields | null)[]) => ({
  thread_items: posts.map((post) => (post ? { post } : {})),
});

test.each<[string, unknown]>([
  ['2023', { data: { containing_thread: group(textPost), reply_threads: [group(second)] } }],
  ['June 2026', { edges: [{ node: group(textPost, null) }, group(second), null] }],
  [
    'June 2026, with nested groups',
    { edges: [group(textPost), { node: { text_post_app_thread: group(second) } }] },
  ],
])('the thread format of %s is supported', (_, root) => {
  expect(readContinuation(root)).toEqual(['video continuation alma.demo 2']);
});

const upward = (post: Fields, ...parents: (Fields | null)[]) => ({
  id: post.id,
  containing_thread: { posts: { edges: [...parents, post].map((node) => ({ node })) } },
});

test('the posts above a reply are read from the query of autumn 2026', () => {
  const read = (post: Fields, ...parents: (Fields | null)[]) => {
    const html = buildPage([mediaBlock(post), mediaBlock(upward(post, ...parents))]);
    const outcome = parsePostFromHtml(html, { code: String(post.code), username: null, wholeThread: true });
    if (outcome.kind !== 'found' || !outcome.result.ok) throw new Error(outcome.kind);
    const { thread, incomplete } = outcome.result.value;
    const posts = thread && 'posts' in thread ? thread.posts : [];
    return { posts: posts.map(({ code }) => code.slice(-1)).join(''), incomplete };
  };
  expect(read(fourth, first, second, third)).toEqual({ posts: '1234', incomplete: undefined });
  expect(read(fourth, stranger('DBruno00001'), second, third)).toMatchObject({ posts: '234' });
  expect(read(fourth, first, null, third)).toEqual({ posts: '134', incomplete: true });
});

test('a thread whose posts were published together has the order of the page, not of the ids', () => {
  const [last, middle] = [reply('DChain00002'), reply('DChain00004')];
  const expected = { posts: '942', incomplete: false };
  const start = buildPost('DChain00009', photo('start'));
  const posts = [start, middle, last];
  for (const post of posts) expect(readThread(post, posts)).toMatchObject(expected);
  expect(readThread(start, [start, middle], [last])).toMatchObject(expected);
  const edges = posts.map((node) => ({ node }));
  const listed = { ...start, text_post_app_info: { self_thread: { posts: { edges: edges.slice(1) } } } };
  expect(readThread(listed, [start], [last])).toMatchObject(expected);
});

test('copies of a thread that each lack a post are merged in order', () => {
  const html = buildPage([
    mediaBlock(first),
    threadBlock([first, second, fourth]),
    threadBlock([first, third, fourth]),
    threadBlock([first, second, third]),
  ]);
  const outcome = parsePostFromHtml(html, { code: 'DChain00001', username: null, wholeThread: true });
  expect(outcome).toMatchObject({
    result: { value: { thread: { posts: [{}, {}, {}, {}] } } },
  });
});

test('follow-ups in the data of the post itself are supported, and related posts are ignored', () => {
  const edges = [{ node: second }, { node: stranger('DBruno00001') }];
  const post = buildPost('DChain00001', {}, { self_thread: { posts: { edges } } });
  expect(readContinuation({ edges: {} }, post)).toEqual(['video continuation alma.demo 2']);
  expect(readContinuation({ relatedPosts: { threads: [group(textPost), group(second)] } })).toEqual([]);
});

const place = (position: number, length: number, media: Fields = {}) =>
  position === 1
    ? buildPost('DChain00001', media, at(1, length))
    : reply(`DChain0000${position}`, media, at(position, length));

function readGaps(post: Fields, ...groups: unknown[][]): string[] {
  const outcome = parseFrom(post, true, groups);
  if (outcome.kind !== 'found') throw new Error(outcome.kind);
  const { result } = outcome;
  const found = result.ok ? result.value : result.error.post;
  const gaps = found?.thread && 'posts' in found.thread ? (found.thread.gaps ?? []) : [];
  expect(found?.incomplete ?? false).toBe(gaps.length > 0);
  return gaps.map(({ after, count, reason }) => `${count} ${reason} after ${after}`);
}

const tombstone = (code: string): Fields => ({
  code,
  user: null,
  text_post_app_info: { is_post_unavailable: true },
});
const goneButNamed = reply('DChain00002', {}, { is_post_unavailable: true });

test.each<[string, string[], Fields, ...unknown[][]]>([
  ['nothing is missing', [], place(1, 3), [place(1, 3), place(2, 3), place(3, 3)]],
  ['nothing is stated', [], first, [first, second]],
  ['two are not sent', ['2 missing after 1'], place(1, 4), [place(1, 4)], [place(4, 4)]],
  ['the last ones are not sent', ['3 missing after 1'], place(1, 4), [place(1, 4)]],
  ['the first ones are not sent', ['2 missing after 0'], place(3, 4), [place(3, 4), place(4, 4)]],
  [
    'some are missing in two places',
    ['1 missing after 1', '1 missing after 2'],
    place(1, 4),
    [place(1, 4)],
    [place(3, 4)],
  ],
  ['one is gone', ['1 unavailable after 1'], first, [first], [tombstone('DChain00002'), third]],
  ['one is gone, but has an author', ['1 unavailable after 1'], first, [first], [goneButNamed, third]],
  [
    'the last one is gone',
    ['1 unavailable after 1', '1 missing after 1'],
    place(1, 3),
    [place(1, 3), tombstone('DChain00002')],
  ],
  ['a tombstone at the end may be anyone’s', [], first, [first, tombstone('DOther00001')]],
  ['one is empty', ['1 missing after 1'], first, [first], [null, third]],
  [
    'it begins with a reply to a post that Threads says is gone',
    ['1 unavailable after 0'],
    second,
    [{ post: second, parent_post_unavailable_reason: 'deleted' }],
    [third],
  ],
  [
    'it begins with a reply to a post of which Threads says nothing',
    ['true missing after 0'],
    second,
    [{ post: second, parent_post_unavailable_reason: 'default' }],
    [third],
  ],
  ['the first one is gone', ['1 unavailable after 0'], second, [tombstone('DChain00001'), second]],
  [
    'one is gone and one is not sent',
    ['1 unavailable after 1', '1 missing after 1'],
    place(1, 4),
    [place(1, 4)],
    [tombstone('DChain00002'), place(4, 4)],
  ],
  ['it begins with a reply to a missing post', ['true missing after 0'], second, [second], [third]],
  ['it goes on', ['true missing after 2'], paged],
  ['more are counted', ['3 missing after 2'], counted, [counted], [second]],
  ['the numbers are absurd', ['true missing after 1'], place(1, 4_000_000), [place(1, 4_000_000)]],
])('if %s, the thread names it where it lies', (_, expected, post, ...groups) => {
  expect(readGaps(post, ...groups)).toEqual(expected);
});

test('a post that another copy of the thread has is not missing', () => {
  expect(readGaps(first, [first, null, third], [stranger('DBruno00001')])).toEqual(['1 missing after 1']);
  const html = buildPage([
    mediaBlock(first),
    threadBlock([first, null, third]),
    threadBlock([first, second, third]),
  ]);
  const outcome = parsePostFromHtml(html, { code: 'DChain00001', username: null, wholeThread: true });
  expect(outcome).toMatchObject({ result: { value: { thread: { posts: [{}, {}, {}] } } } });
  expect(JSON.stringify(outcome)).not.toContain('gaps');
});

test('whichever posts Threads sends, the listed and the missing ones are the whole thread', () => {
  const length = 7;
  fc.assert(
    fc.property(fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 }), fc.nat(), (sent, index) => {
      const posts = sent.map((position) => place(position, length, photo(`p${position}`)));
      const post = posts[index % posts.length] as Fields;
      const gaps = readGaps(post, posts).map((gap) => gap.split(' '));
      const missing = gaps.reduce((sum, [count]) => sum + Number(count), 0);
      expect(sent.length + missing).toBe(length);
      for (const [count = '', , , after] of gaps) {
        const before = sent[Number(after) - 1] ?? 0;
        expect((sent[Number(after)] ?? length + 1) - before - 1).toBe(Number(count));
      }
    }),
  );
});
