import { expect, test } from 'vitest';
import { threadBlock } from '../fixtures/build-page.ts';
import { alma, bruno, buildPost, photo, video } from '../fixtures/build-post.ts';
import { findAuthorThread, parseGroupLists } from './author-thread.ts';
import type { JsonNode } from './json.ts';
import { parseContinuation } from './post.ts';

const targetPost = buildPost('DAsked00001');
const byAlma = (code: string, media = photo(code), replyTo: unknown = alma) =>
  buildPost(code, media, { is_reply: true, reply_to_author: replyTo });

const byBruno = (code: string) =>
  buildPost(code, { ...photo(code), user: bruno }, { is_reply: true, reply_to_author: alma });

function findContinuation(post: JsonNode, code: string, roots: unknown[]) {
  return parseContinuation('alma.demo', findAuthorThread(post, code, roots));
}

function codes(...groups: unknown[][]) {
  const root: unknown = JSON.parse(threadBlock(...groups));
  return findContinuation(targetPost, 'DAsked00001', [root]).items.map((item) => item.source.code);
}

test('follow-ups are found after the post in its thread', () => {
  expect(codes([targetPost, byAlma('DAsked00002'), byAlma('DAsked00003')])).toEqual([
    'DAsked00002',
    'DAsked00003',
  ]);
});

test('follow-ups are found in the next edge, each with its own code and label', () => {
  const root: unknown = JSON.parse(
    threadBlock([targetPost], [byAlma('DAsked00002', video('clip'))], [byBruno('DBruno00001')]),
  );
  expect(
    findContinuation(targetPost, 'DAsked00001', [root]).items.map((item) => [item.type, item.source]),
  ).toEqual([['video', { kind: 'continuation', username: 'alma.demo', code: 'DAsked00002' }]]);
});

test('a post by another account ends the continuation', () => {
  expect(codes([targetPost, byBruno('DBruno00001'), byAlma('DAsked00002')])).toEqual([]);
  expect(codes([targetPost], [byAlma('DAsked00002'), byBruno('DBruno00001'), byAlma('DAsked00003')])).toEqual(
    ['DAsked00002'],
  );
});

test('a reply of the author to someone else is not a continuation', () => {
  expect(codes([targetPost], [byBruno('DBruno00001'), byAlma('DAsked00002', photo('a'), bruno)])).toEqual([]);
  expect(codes([targetPost, byAlma('DAsked00002', photo('a'), bruno)])).toEqual([]);
});

test('an earlier post of the author is not a continuation', () => {
  expect(codes([byAlma('DAaaaa00001'), targetPost])).toEqual([]);
  expect(codes([targetPost, byAlma('DAaaaa00001')])).toEqual([]);
});

test('another account with the same name is not the author', () => {
  const twin = { ...byAlma('DAsked00002'), user: { ...alma, pk: '666' } };
  expect(codes([targetPost, twin])).toEqual([]);
});

test('related posts are never a continuation', () => {
  const root = {
    relatedPosts: {
      threads: [
        { thread_items: [{ post: targetPost }] },
        { thread_items: [{ post: byAlma('DAsked00002') }] },
      ],
    },
  };
  expect(findContinuation(targetPost, 'DAsked00001', [root]).items).toEqual([]);
});

test('the formats of 2023 and of autumn 2026 are supported', () => {
  const containing_thread = { thread_items: [{ post: targetPost }] };
  const reply_threads = [{ thread_items: [{ post: byAlma('DAsked00002') }] }];
  const old = findContinuation(targetPost, 'DAsked00001', [
    { data: { containing_thread, reply_threads } },
  ]).items;
  expect(old.map((item) => item.source.code)).toEqual(['DAsked00002']);
  const edges = [{ node: byAlma('DAsked00003') }, { node: byBruno('DBruno00001') }];
  const inside = buildPost('DAsked00001', {}, { self_thread: { posts: { edges } } });
  expect(findContinuation(inside, 'DAsked00001', []).items.map((item) => item.source.code)).toEqual([
    'DAsked00003',
  ]);
});

test('thread groups are parsed in page order from every known format', () => {
  const thread = (...codes: (string | null)[]) => ({
    thread_items: codes.map((code) => (code === null ? {} : { post: { code } })),
  });
  expect(parseGroupLists({ data: { edges: [{ node: thread('a', null) }, thread('b'), null] } })).toEqual([
    [[{ code: 'a' }, null], [{ code: 'b' }], []],
  ]);
  expect(parseGroupLists({ containing_thread: thread('a'), reply_threads: [thread('b')] })).toEqual([
    [[{ code: 'a' }], [{ code: 'b' }]],
  ]);
  expect(parseGroupLists({ edges: [{ node: { text_post_app_thread: thread('c') } }] })).toEqual([
    [[{ code: 'c' }]],
  ]);
  expect(parseGroupLists({ edges: {} })).toEqual([]);
});
