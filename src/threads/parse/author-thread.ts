import { asId, asList, asNode, asPositive, asText, type JsonNode, nodeAt } from './json.ts';
import { nodeId } from './media-items.ts';
import { idToCreationMs, shortcodeToId } from './shortcode.ts';

/** In page order; null for a missing post. */
type ThreadGroup = readonly (JsonNode | null)[];

/** Stands for a post of which the page says only that it's gone. */
const tombstone: JsonNode = { text_post_app_info: { is_post_unavailable: true } };

export function hasGroups(node: JsonNode): boolean {
  return Array.isArray(node.edges) || 'containing_thread' in node;
}

function parseGroups(node: JsonNode): ThreadGroup[] {
  if ('containing_thread' in node) {
    return [node.containing_thread, ...asList(node.reply_threads)].map((thread) =>
      parseGroup(asNode(thread)),
    );
  }
  const nodes = asList(node.edges)
    .map(asNode)
    .map((edge) => (edge !== null && 'node' in edge ? asNode(edge.node) : edge));
  // Since autumn 2026, the posts above a reply are nodes themselves.
  return nodes.some((edgeNode) => asText(edgeNode?.code) !== null) ? [nodes] : nodes.map(parseGroup);
}

function parseGroup(thread: JsonNode | null): ThreadGroup {
  const items = thread?.thread_items ?? nodeAt(thread, 'text_post_app_thread')?.thread_items;
  const posts = asList(items).map((item) => nodeAt(asNode(item), 'post'));
  const reason = asText(asNode(asList(items)[0])?.parent_post_unavailable_reason);
  // It was `default` in a reply with a quote whose parent existed (2026).
  return reason === null || reason === 'default' ? posts : [tombstone, ...posts];
}

function isSameAccount(a: unknown, b: unknown): boolean {
  const [first, second] = [asNode(a), asNode(b)];
  const ids = [asId(first?.pk), asId(second?.pk)];
  const names = [asText(first?.username)?.toLowerCase(), asText(second?.username)?.toLowerCase()];
  if (ids[0] !== null && ids[1] !== null) return ids[0] === ids[1];
  return names[0] !== undefined && names[0] === names[1];
}

function replyAuthor(post: JsonNode): JsonNode | null {
  return asNode(asNode(post.text_post_app_info)?.reply_to_author);
}

function isSelfReply(reply: JsonNode, post: JsonNode): boolean {
  return isSameAccount(replyAuthor(reply), post.user);
}

function isSameAuthorPost(candidate: JsonNode, post: JsonNode): boolean {
  return (
    isSameAccount(candidate.user, post.user) &&
    (replyAuthor(candidate) === null || isSelfReply(candidate, post))
  );
}

/** The ids of posts that were published together can be in any order (autumn 2026). */
const sameMomentMs = 60_000;

/** False if an id is missing. */
function isOlderPost(candidate: JsonNode, post: JsonNode): boolean {
  const publishedMs = (node: JsonNode) => idToCreationMs(nodeId(node) ?? '');
  return publishedMs(candidate) < publishedMs(post) - sameMomentMs;
}

export interface AuthorThread {
  /** Both lists are oldest first and exclude the post itself. */
  before: JsonNode[];
  after: JsonNode[];
  hasThreadData: boolean;
  hasUnlistedPosts: boolean;
  /** By `gapKey` of the posts around it. */
  gaps: ReadonlyMap<string, GapCounts>;
  /** The first post replies to one that isn't listed. */
  hasUnlistedStart: boolean;
  /** Tombstones after the last post. Whose they are is known only if the thread is that long. */
  tombstonesAtEnd: number;
  /** The page announces more posts behind the last one. */
  hasUnlistedEnd: boolean;
}

export interface GapCounts {
  missing: number;
  /** Threads says that they are gone. */
  unavailable: number;
}

/** `before` is empty at the start of the thread. */
export const gapKey = (before: string, after: string) => `${before} ${after}`;

export const maxThreadPosts = 100;

/** Another person's post ends the thread, because the author's replies to others aren't part of it. */
export function findAuthorThread(
  post: JsonNode,
  code: string,
  groupLists: readonly JsonNode[],
): AuthorThread {
  const selfThread = asNode(nodeAt(asNode(post.text_post_app_info), 'self_thread', 'posts'));
  const selfThreadPosts = asList(selfThread?.edges).map((edge) => nodeAt(asNode(edge), 'node'));
  const runsAfter: Run[] = [collectAfter(selfThreadPosts, post, code)];
  const runsBefore: Run[] = [];
  for (const groups of groupLists.map(parseGroups)) {
    const groupIndex = groups.findIndex((group) => group.some((node) => node?.code === code));
    if (groupIndex < 0) continue;
    const postGroup = groups[groupIndex] ?? [];
    const postIndex = postGroup.findIndex((node) => node?.code === code);
    runsBefore.push(collectBefore(postGroup.slice(0, postIndex), post));
    const laterGroups = groups.slice(groupIndex + 1).filter((group) => startsWithSelfReply(group, post));
    let previousCode = code;
    for (const group of [postGroup.slice(postIndex + 1), ...laterGroups]) {
      const run = collectAfter(group, post, previousCode);
      previousCode = asText(run.posts.at(-1)?.code) ?? previousCode;
      runsAfter.push(run);
    }
  }
  const earlier = mergeRuns(runsBefore, code);
  const posts = sortByPosition([...earlier, post, ...mergeRuns(runsAfter, code, earlier)]);
  const before = posts.slice(0, posts.indexOf(post));
  const after = posts.slice(before.length + 1);
  const runs = [...runsBefore, ...runsAfter];
  const hasUnlistedStart = isSelfReply(before[0] ?? post, post);
  const hasUnlistedEnd = asNode(selfThread?.page_info)?.has_next_page === true;
  return {
    before,
    after,
    hasThreadData: runsBefore.length > 0 || selfThread !== null,
    hasUnlistedPosts:
      runs.some((run) => run.hasGap) ||
      hasUnlistedStart ||
      hasUnlistedEnd ||
      posts.some((node, index) => statedLength(node) > posts.length || statedPosition(node) > index + 1),
    gaps: new Map(runs.flatMap((run) => [...run.gaps])),
    hasUnlistedStart,
    tombstonesAtEnd: Math.max(...runsAfter.map((run) => run.endGap.unavailable)),
    hasUnlistedEnd,
  };
}

/** 0 if unknown. */
export function statedLength(post: JsonNode): number {
  const info = asNode(post.text_post_app_info);
  // A page with two follow-ups stated a count of zero (June 2026), so only a larger number is evidence.
  const counts = [info?.self_thread_count, threadInfo(post)?.self_thread_length].map(asPositive);
  return Math.max(...counts.map((count) => count ?? 0));
}

/** The 3 of "3/4" (autumn 2026); 0 if unknown. */
export function statedPosition(post: JsonNode): number {
  return asPositive(threadInfo(post)?.post_position_in_self_thread) ?? 0;
}

/** The page's order is that of the thread, unless Threads states other positions. */
function sortByPosition(posts: JsonNode[]): JsonNode[] {
  const positions = new Set(posts.map(statedPosition));
  const areKnown = positions.size === posts.length && !positions.has(0);
  return areKnown ? posts.toSorted((a, b) => statedPosition(a) - statedPosition(b)) : posts;
}

function threadInfo(post: JsonNode): JsonNode | null {
  return nodeAt(asNode(post.text_post_app_info), 'self_thread_info');
}

function startsWithSelfReply(group: ThreadGroup, post: JsonNode): boolean {
  const first = group.find((node) => node !== null && !hasNoAuthor(node)) ?? null;
  return first !== null && isSelfReply(first, post);
}

interface Run {
  posts: JsonNode[];
  hasGap: boolean;
  gaps: Map<string, GapCounts>;
  endGap: GapCounts;
}

const noGap: GapCounts = { missing: 0, unavailable: 0 };

const addToGap = ({ missing, unavailable }: GapCounts, node: JsonNode | null): GapCounts =>
  node === null ? { missing: missing + 1, unavailable } : { missing, unavailable: unavailable + 1 };

function collectAfter(group: ThreadGroup, post: JsonNode, previousCode: string): Run {
  const posts: JsonNode[] = [];
  const gaps = new Map<string, GapCounts>();
  let hasGap = false;
  let gap = noGap;
  for (const node of group) {
    if (node === null || hasNoAuthor(node)) {
      gap = addToGap(gap, node);
      continue;
    }
    if (!isSameAuthorPost(node, post) || isOlderPost(node, post)) break;
    // Only the reply shows whose post is missing.
    if (gap !== noGap && !isSelfReply(node, post)) break;
    hasGap ||= gap !== noGap || isGone(node) || !hasValidShortcode(node);
    if (gap !== noGap) gaps.set(gapKey(asText(posts.at(-1)?.code) ?? previousCode, String(node.code)), gap);
    gap = noGap;
    posts.push(node);
  }
  return { posts, hasGap, gaps, endGap: gap };
}

function collectBefore(group: ThreadGroup, post: JsonNode): Run {
  const posts: JsonNode[] = [];
  const gaps = new Map<string, GapCounts>();
  let hasGap = false;
  let gap = noGap;
  let next = post;
  for (const node of group.toReversed()) {
    // A reply to someone else starts the run.
    if (replyAuthor(next) !== null && !isSelfReply(next, post)) break;
    if (node === null || hasNoAuthor(node)) {
      if (!isSelfReply(next, post)) break;
      gap = addToGap(gap, node);
      continue;
    }
    if (!isSameAccount(node.user, post.user) || isOlderPost(post, node)) break;
    hasGap ||= gap !== noGap || isGone(node) || !hasValidShortcode(node);
    if (gap !== noGap) gaps.set(gapKey(String(node.code), String(next.code)), gap);
    gap = noGap;
    posts.unshift(node);
    next = node;
  }
  if (gap !== noGap) gaps.set(gapKey('', String(next.code)), gap);
  return { posts, hasGap: hasGap || gap !== noGap, gaps, endGap: noGap };
}

/** A code that doesn't match its id is forged. It's never looked up or used in a URL. */
function hasValidShortcode(node: JsonNode): boolean {
  const [code, id] = [asText(node.code) ?? '', nodeId(node)];
  return /^[\w-]{5,60}$/.test(code) && (id === null || shortcodeToId(code) === id);
}

function hasNoAuthor(node: JsonNode): boolean {
  return isGone(node) && asNode(node.user) === null;
}

function isGone(node: JsonNode): boolean {
  return asNode(node.text_post_app_info)?.is_post_unavailable === true;
}

/** Merges the runs in page order, which is the order of the thread, without the given posts. */
function mergeRuns(runs: readonly Run[], code: string, others: readonly JsonNode[] = []): JsonNode[] {
  const otherCodes = new Set([code, ...others.map((node) => asText(node.code))]);
  const posts = new Map<string, JsonNode>();
  let order: string[] = [];
  for (const run of runs) {
    // Posts that are new in this run go before the next post of it that is known.
    let pending: string[] = [];
    for (const node of run.posts) {
      const postCode = asText(node.code);
      if (postCode === null || !hasValidShortcode(node) || otherCodes.has(postCode)) continue;
      if (!posts.has(postCode)) {
        posts.set(postCode, node);
        pending.push(postCode);
      } else if (pending.length > 0 && !pending.includes(postCode)) {
        order = order.toSpliced(order.indexOf(postCode), 0, ...pending);
        pending = [];
      }
    }
    order.push(...pending);
  }
  return order.map((postCode) => posts.get(postCode)).filter((node) => node !== undefined);
}
