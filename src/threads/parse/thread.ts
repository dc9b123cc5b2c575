import type { MediaItem } from '../contract.ts';
import type { PostTarget } from '../request/page.ts';
import { findAuthorThread, maxThreadPosts } from './author-thread.ts';
import { asText, type JsonNode } from './json/json-node.ts';
import type { PostLocation } from './json/locate-post.ts';
import { collectMediaItems, ensureUniqueIds, type MediaCollection } from './media-items.ts';
import {
  hasKnownShape,
  missingMedia,
  type ParsePostResult,
  parsedPost,
  parseError,
  parsePostFields,
  type ThreadsPostFields,
  unavailableCode,
} from './post.ts';

const maxItems = 200;

interface ThreadPostNode {
  node: JsonNode;
  fields: ThreadsPostFields;
}

export function parseThread(
  node: JsonNode,
  target: PostTarget,
  roots: readonly unknown[],
  locate: (code: string) => PostLocation,
): ParsePostResult | Extract<PostLocation, { kind: 'conflict' }> {
  const targetFields = parsePostFields(node, target);
  if (targetFields === null) return parseError('the post has no author or no date');
  const errorCode = unavailableCode(node);
  if (errorCode !== null) return missingMedia(errorCode, { ...targetFields, items: [] });
  const { before, after, hasThreadData, hasUnlistedPosts } = findAuthorThread(node, targetFields.code, roots);
  const posts: ThreadPostNode[] = [];
  let isComplete = hasThreadData && !hasUnlistedPosts && before.length + after.length < maxThreadPosts;
  for (const postNode of limitAround(before, node, after)) {
    const code = asText(postNode.code) ?? targetFields.code;
    const located = postNode === node ? { kind: 'post' as const, node } : locate(code);
    if (located.kind === 'conflict') return located;
    const fields =
      located.kind === 'post' &&
      parsePostFields(located.node, { code, username: targetFields.author.username });
    if (located.kind === 'post' && fields) posts.push({ node: located.node, fields });
    else isComplete = false;
  }
  const { items, hasUnparsed } = collectThreadItems(posts);
  const thread = {
    posts: posts.map(({ fields: { code, url, text, publishedAt } }) => ({ code, url, text, publishedAt })),
  };
  const post = { ...targetFields, items: items.slice(0, maxItems), thread };
  if (items.length > 0) return parsedPost(post, hasUnparsed || items.length > maxItems || !isComplete);
  if (hasUnparsed || !hasKnownShape(node)) return parseError('unknown media format in the thread');
  return missingMedia(targetFields.linksTo === null ? 'post.no_media' : 'post.media_elsewhere', post);
}

function limitAround(before: readonly JsonNode[], node: JsonNode, after: readonly JsonNode[]): JsonNode[] {
  const maxOthers = maxThreadPosts - 1;
  const first = Math.max(0, before.length - Math.max(Math.floor(maxOthers / 2), maxOthers - after.length));
  const earlier = before.slice(first);
  return [...earlier, node, ...after.slice(0, maxOthers - earlier.length)];
}

function collectThreadItems(posts: readonly ThreadPostNode[]): MediaCollection {
  const codes = posts.map((post) => post.fields.code);
  const collection: MediaCollection = { items: [], hasUnparsed: false };
  const seen = new Set<string>();
  for (const [index, { node, fields }] of posts.entries()) {
    const { code, url } = fields;
    const media = collectMediaItems(
      node,
      codes.filter((other) => other !== code),
    );
    collection.hasUnparsed ||= media.hasUnparsed;
    const post = { code, url, place: index + 1, of: posts.length };
    for (const item of ensureUniqueIds(media.items)) {
      // Two posts can show the same media item, for example by quoting the same post.
      if (!seen.has(item.id)) collection.items.push(withPosition(item, post));
      seen.add(item.id);
    }
  }
  return collection;
}

function withPosition(item: MediaItem, post: NonNullable<MediaItem['source']['post']>): MediaItem {
  return { ...item, source: { ...item.source, post } };
}
