import { findNodes } from './find-nodes.ts';
import { asId, asList, asNode, asText, type JsonNode, nodeAt } from './json-node.ts';
import { idOf, type OwnMedia, readOwnMedia } from './read-own-media.ts';

/**
 * Media of the author's own follow-ups to a post, oldest first. A follow-up stands directly behind the post in its
 * thread, or opens a later group of the same page as the author's reply to themself, or sits in `self_thread`
 * (autumn 2026). Other people's posts end the run: what an author answers to a stranger is no continuation.
 */
export function findContinuation(post: JsonNode, code: string, roots: readonly unknown[]): OwnMedia {
  const followUps: JsonNode[] = selfThread(post).filter((one) => continues(one, post));
  for (const root of roots) {
    for (const holder of findNodes(root, holdsGroups).nodes) {
      followUps.push(...followingPosts(readGroups(holder), post, code));
    }
  }
  const byCode = new Map<string, JsonNode>();
  for (const one of followUps) {
    const own = asText(one.code);
    if (own !== null && own !== code && !byCode.has(own)) byCode.set(own, one);
  }
  const username = asText(asNode(post.user)?.username) ?? '';
  const read = [...byCode].map(([own, node]) =>
    readOwnMedia(node, { kind: 'continuation', username, code: own }),
  );
  return { items: read.flatMap((one) => one.items), hasUnread: read.some((one) => one.hasUnread) };
}

function selfThread(post: JsonNode): JsonNode[] {
  const edges = nodeAt(asNode(post.text_post_app_info), 'self_thread', 'posts')?.edges;
  return asList(edges)
    .map((edge) => nodeAt(asNode(edge), 'node'))
    .filter((node) => node !== null);
}

function holdsGroups(node: JsonNode): boolean {
  return Array.isArray(node.edges) || 'containing_thread' in node;
}

/** The groups of a page in order: each one thread of posts. */
function readGroups(holder: JsonNode): JsonNode[][] {
  if ('containing_thread' in holder) {
    return [holder.containing_thread, ...asList(holder.reply_threads)].map((thread) =>
      readGroup(asNode(thread)),
    );
  }
  return asList(holder.edges).map((edge) => readGroup(nodeAt(asNode(edge), 'node') ?? asNode(edge)));
}

function readGroup(thread: JsonNode | null): JsonNode[] {
  const items = thread?.thread_items ?? nodeAt(thread, 'text_post_app_thread')?.thread_items;
  return asList(items)
    .map((item) => nodeAt(asNode(item), 'post'))
    .filter((post) => post !== null);
}

function followingPosts(groups: readonly JsonNode[][], post: JsonNode, code: string): JsonNode[] {
  const place = groups.findIndex((group) => group.some((one) => one.code === code));
  if (place < 0) return [];
  const home = groups[place] ?? [];
  const behind = home.slice(home.findIndex((one) => one.code === code) + 1);
  const runs = groups
    .slice(place + 1)
    .filter((group) => group[0] !== undefined && answersSelf(group[0], post));
  return [behind, ...runs].flatMap((run) => takeWhile(run, (one) => continues(one, post)));
}

function takeWhile<T>(list: readonly T[], holds: (value: T) => boolean): T[] {
  const end = list.findIndex((value) => !holds(value));
  return list.slice(0, end < 0 ? list.length : end);
}

/** By the same account, later, and in answer to nobody else. */
function continues(one: JsonNode, post: JsonNode): boolean {
  const answered = asNode(asNode(one.text_post_app_info)?.reply_to_author);
  return (
    isSameAccount(one.user, post.user) &&
    isLater(one, post) &&
    (answered === null || isSameAccount(answered, post.user))
  );
}

function answersSelf(one: JsonNode, post: JsonNode): boolean {
  return isSameAccount(asNode(one.text_post_app_info)?.reply_to_author, post.user);
}

function isSameAccount(one: unknown, other: unknown): boolean {
  const [first, second] = [asNode(one), asNode(other)];
  const ids = [asId(first?.pk), asId(second?.pk)];
  const names = [asText(first?.username)?.toLowerCase(), asText(second?.username)?.toLowerCase()];
  if (ids[0] !== null && ids[1] !== null) return ids[0] === ids[1];
  return names[0] !== undefined && names[0] === names[1];
}

function isLater(one: JsonNode, post: JsonNode): boolean {
  const [later, earlier] = [idOf(one), idOf(post)];
  return later === null || earlier === null || BigInt(later) > BigInt(earlier);
}
