import type { MediaItem } from './contract.ts';
import { findChain, maxChainPosts } from './find-chain.ts';
import { type Gathered, gatherItems, makeIdsUnique } from './gather-items.ts';
import { asText, type JsonNode } from './json-node.ts';
import type { Located } from './locate-post.ts';
import {
  found,
  hasKnownShape,
  lacking,
  misread,
  type PostHead,
  type PostReading,
  readAbsence,
  readHead,
} from './read-post.ts';
import type { Target } from './request-page.ts';

const maxItems = 200;

interface PostOfThread {
  node: JsonNode;
  head: PostHead;
}

/**
 * The author's own thread around a post, in place of the post alone: media of all its posts, oldest first. Each post
 * is put together from all of its copies, as a single one is; one whose copies contradict each other ends all of it.
 */
export function readThread(
  node: JsonNode,
  target: Target,
  roots: readonly unknown[],
  locate: (code: string) => Located,
): PostReading | Extract<Located, { kind: 'conflict' }> {
  const head = readHead(node, target);
  if (head === null) return misread('the post has no author or no date');
  const absence = readAbsence(node);
  if (absence !== null) return lacking(absence, { ...head, items: [] });
  const { before, after, isShown, hasUnshown } = findChain(node, head.code, roots);
  const posts: PostOfThread[] = [];
  let isWhole = isShown && !hasUnshown && before.length + after.length < maxChainPosts;
  for (const one of around(before, node, after)) {
    const code = asText(one.code) ?? head.code;
    const located = one === node ? { kind: 'post' as const, node } : locate(code);
    if (located.kind === 'conflict') return located;
    const its = located.kind === 'post' && readHead(located.node, { code, username: head.author.username });
    if (located.kind === 'post' && its) posts.push({ node: located.node, head: its });
    else isWhole = false;
  }
  const { items, hasUnread } = gatherThread(posts);
  const thread = {
    posts: posts.map(({ head: { code, url, text, publishedAt } }) => ({ code, url, text, publishedAt })),
  };
  const post = { ...head, items: items.slice(0, maxItems), thread };
  if (items.length > 0) return found(post, hasUnread || items.length > maxItems || !isWhole);
  if (hasUnread || !hasKnownShape(node)) return misread('the thread has media of an unknown shape');
  return lacking(head.linksTo === null ? 'post.no_media' : 'post.media_elsewhere', post);
}

/** As many posts as are read of one chain: what one side does not need is the other's. */
function around(before: readonly JsonNode[], node: JsonNode, after: readonly JsonNode[]): JsonNode[] {
  const room = maxChainPosts - 1;
  const first = Math.max(0, before.length - Math.max(Math.floor(room / 2), room - after.length));
  const earlier = before.slice(first);
  return [...earlier, node, ...after.slice(0, room - earlier.length)];
}

function gatherThread(posts: readonly PostOfThread[]): Gathered {
  const codes = posts.map((one) => one.head.code);
  const gathered: Gathered = { items: [], hasUnread: false };
  const seen = new Set<string>();
  for (const [index, { node, head }] of posts.entries()) {
    const { code, url } = head;
    const read = gatherItems(
      node,
      codes.filter((other) => other !== code),
    );
    gathered.hasUnread ||= read.hasUnread;
    const post = { code, url, place: index + 1, of: posts.length };
    for (const item of makeIdsUnique(read.items)) {
      // One medium shown by two posts, as by quoting a third, is one file.
      if (!seen.has(item.id)) gathered.items.push(labelled(item, post));
      seen.add(item.id);
    }
  }
  return gathered;
}

function labelled(item: MediaItem, post: NonNullable<MediaItem['source']['post']>): MediaItem {
  return { ...item, source: { ...item.source, post } };
}
