import { asList, asNode, asPositive, asText, type JsonNode, nodeAt } from './json-node.ts';
import { type Group, readGroupLists } from './page-groups.ts';
import { answeredBy, answersSelf, isLater, isOwnRun, isSameAccount } from './post-relations.ts';
import { idOf } from './read-own-media.ts';
import { shortcodeToId } from './shortcode.ts';

/** The author's own posts around one of them, as far as the data shows. */
export interface Chain {
  /** Oldest first, each with its own code, none twice; the post itself is in neither. */
  before: JsonNode[];
  after: JsonNode[];
  /** Whether the data shows a thread around the post at all. */
  isShown: boolean;
  /** The data itself tells of posts of the chain that it does not show. */
  hasUnshown: boolean;
}

/** Posts of one chain that are read at most: those around the one that was asked for. */
export const maxChainPosts = 100;

/**
 * The author's chain: what stands directly before and behind the post in its thread, later groups of the same page
 * that open as the author's answer to themself, and `self_thread` (autumn 2026). Other people's posts end the run:
 * what an author answers to a stranger is no part of it. A post that is gone is stepped over where the next one says
 * that it answers the author.
 */
export function findChain(post: JsonNode, code: string, roots: readonly unknown[]): Chain {
  const below = asNode(nodeAt(asNode(post.text_post_app_info), 'self_thread', 'posts'));
  const own = asList(below?.edges).map((edge) => nodeAt(asNode(edge), 'node'));
  const runs: Run[] = [takeRun(own, post)];
  const starts: Run[] = [];
  for (const groups of roots.flatMap(readGroupLists)) {
    const place = groups.findIndex((group) => group.some((one) => one?.code === code));
    if (place < 0) continue;
    const home = groups[place] ?? [];
    const at = home.findIndex((one) => one?.code === code);
    starts.push(takeBefore(home.slice(0, at), post));
    const later = groups.slice(place + 1).filter((group) => opensOwn(group, post));
    runs.push(...[home.slice(at + 1), ...later].map((group) => takeRun(group, post)));
  }
  const before = uniqueByCode(starts, code);
  const after = uniqueByCode(runs, code, before);
  const first = before[0] ?? post;
  const stated = asPositive(asNode(post.text_post_app_info)?.self_thread_count) ?? 0;
  return {
    before,
    after,
    isShown: starts.length > 0 || below !== null,
    hasUnshown:
      [...starts, ...runs].some((run) => run.hasGap) ||
      answersSelf(first, post) ||
      asNode(below?.page_info)?.has_next_page === true ||
      // Zero in a page that shows two follow-ups (June 2026): a small number denies nothing.
      stated > before.length + 1 + after.length,
  };
}

/** A later group that goes on with the thread: it opens as the author's answer to themself. */
function opensOwn(group: Group, post: JsonNode): boolean {
  const first = group.find((one) => one !== null && !isOfNobody(one)) ?? null;
  return first !== null && answersSelf(first, post);
}

interface Run {
  posts: JsonNode[];
  /** A post of the author is missing between those of the run. */
  hasGap: boolean;
}

/** The posts of a group as long as they are the author's. */
function takeRun(group: Group, post: JsonNode): Run {
  const posts: JsonNode[] = [];
  let hasGap = false;
  let isBehindGap = false;
  for (const one of group) {
    if (one === null || isOfNobody(one)) {
      isBehindGap = true;
      continue;
    }
    if (!isOwnRun(one, post) || !isLater(one, post)) break;
    // Only the answer's own word tells whose post the missing one was.
    if (isBehindGap && !answersSelf(one, post)) break;
    hasGap ||= isBehindGap || isGone(one) || !hasSoundCode(one);
    isBehindGap = false;
    posts.push(one);
  }
  return { posts, hasGap };
}

/** Backwards from the post: what it answers, and so on, until somebody else. */
function takeBefore(group: Group, post: JsonNode): Run {
  const posts: JsonNode[] = [];
  let hasGap = false;
  let isBeforeGap = false;
  let next = post;
  for (const one of group.toReversed()) {
    // What answers nobody, or somebody else, begins the run.
    if (answeredBy(next) !== null && !answersSelf(next, post)) break;
    if (one === null || isOfNobody(one)) {
      if (!answersSelf(next, post)) break;
      isBeforeGap = true;
      continue;
    }
    if (!isSameAccount(one.user, post.user) || !isLater(post, one)) break;
    hasGap ||= isBeforeGap || isGone(one) || !hasSoundCode(one);
    isBeforeGap = false;
    posts.unshift(one);
    next = one;
  }
  return { posts, hasGap: hasGap || isBeforeGap };
}

/** A code that Threads could not have given for the id beside it is not looked for, and never becomes an address. */
function hasSoundCode(one: JsonNode): boolean {
  const [code, id] = [asText(one.code) ?? '', idOf(one)];
  return /^[\w-]{5,60}$/.test(code) && (id === null || shortcodeToId(code) === id);
}

function isOfNobody(one: JsonNode): boolean {
  return isGone(one) && asNode(one.user) === null;
}

function isGone(one: JsonNode): boolean {
  return asNode(one.text_post_app_info)?.is_post_unavailable === true;
}

/** Oldest first where every id is known, else in the order of the page. */
function uniqueByCode(runs: readonly Run[], code: string, others: readonly JsonNode[] = []): JsonNode[] {
  const byCode = new Map<string, JsonNode>();
  const known = new Set([code, ...others.map((one) => asText(one.code))]);
  for (const one of runs.flatMap((run) => run.posts)) {
    const own = asText(one.code);
    if (own !== null && hasSoundCode(one) && !known.has(own) && !byCode.has(own)) byCode.set(own, one);
  }
  const posts = [...byCode.values()];
  const ids = new Map(posts.map((one) => [one, idOf(one)]));
  if ([...ids.values()].includes(null)) return posts;
  return posts.toSorted((one, other) => (BigInt(ids.get(one) ?? 0) < BigInt(ids.get(other) ?? 0) ? -1 : 1));
}
