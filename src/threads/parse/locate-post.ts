import { hasGroups } from './author-thread.ts';
import { mayContainCode } from './embedded-json.ts';
import {
  asId,
  asList,
  asNode,
  asText,
  isNode,
  type JsonNode,
  nodeAt,
  parseJson,
  visitNodes,
} from './json.ts';
import { idPrefix, isSamePost } from './shortcode.ts';

export type PostLocation =
  /** `groupLists` are the objects around the post that list groups of posts. */
  | { kind: 'post'; node: JsonNode; groupLists: readonly JsonNode[] }
  | { kind: 'not_found' }
  | { kind: 'parse_error'; cause: Error }
  /** Copies of the post contradict each other, so the owner of the media is unknown. */
  | { kind: 'conflict'; cause: Error };

/** Finds a post by its own shortcode only, because objects around it belong to other posts. */
export function createPostLocator(texts: readonly string[]): (code: string) => PostLocation {
  const indexes = new Map<string, JsonIndex>();
  const getIndex = (text: string) => {
    const index = indexes.get(text) ?? buildJsonIndex(text);
    indexes.set(text, index);
    return index;
  };
  let isFirst = true;

  return (code) => {
    const candidates = isFirst
      ? selectCandidates(code)
      : texts.map(getIndex).filter((index) => mayContain(index, code));
    isFirst = false;
    return locate(code, candidates);
  };

  /** Indexes as few texts as possible: most requests are for a single post. */
  function selectCandidates(code: string): JsonIndex[] {
    const filters = [
      (text: string) => text.includes(code) && text.includes(`"code":"${code}`),
      (text: string) => text.includes(code),
      (text: string) => mayContainCode(text, code),
    ];
    let candidates: JsonIndex[] = [];
    for (const mayMatch of filters) {
      candidates = texts.filter(mayMatch).map(getIndex);
      if (candidates.some((index) => findCopies(index, code).length > 0)) break;
    }
    return candidates;
  }

  function locate(code: string, candidates: readonly JsonIndex[]): PostLocation {
    if (!candidates.every((index) => index.isComplete))
      return { kind: 'parse_error', cause: new Error('the data is too large or too deep') };
    const found = candidates.flatMap((index) => findCopies(index, code));
    if (found.length === 0) {
      const isMalformed = candidates.some((index) => index.root === undefined);
      return isMalformed
        ? { kind: 'parse_error', cause: new Error('malformed JSON block') }
        : { kind: 'not_found' };
    }
    const carouselOf = (copy: JsonNode) =>
      candidates.map((index) => index.carouselsByChild.get(copy)).find((carousel) => carousel !== undefined);
    const carousels = found.map(carouselOf).filter((carousel) => carousel !== undefined);
    if (carousels.length === found.length) return locateCarousel(carousels);
    const copies = found.filter((copy) => carouselOf(copy)?.code !== code);
    const id = copies.map((copy) => asText(copy.id)).find((value) => value !== null) ?? null;
    const fragments = id === null ? [] : findFragments(id, copies, candidates);
    const disagreement = findDisagreement([...copies, ...fragments], code);
    if (disagreement !== null) return { kind: 'conflict', cause: new Error(disagreement) };
    return {
      kind: 'post',
      node: mergeFragments([...copies, ...fragments]),
      groupLists: candidates.flatMap((index) => index.groupLists),
    };
  }

  /** Children of a carousel have codes of their own (autumn 2026). Their post is the carousel. */
  function locateCarousel(carousels: readonly JsonNode[]): PostLocation {
    const codes = new Set(carousels.map((carousel) => asText(carousel.code)));
    const [code] = codes;
    if (codes.size > 1) return { kind: 'conflict', cause: new Error('one code in two carousels') };
    if (!code) return { kind: 'parse_error', cause: new Error('a carousel without a code') };
    return locate(code, selectCandidates(code));
  }

  /** Parts of the post that were streamed with its id but without its code (autumn 2026). */
  function findFragments(
    id: string,
    copies: readonly JsonNode[],
    candidates: readonly JsonIndex[],
  ): JsonNode[] {
    const known = new Set<unknown>([...copies, ...candidates.map((index) => index.text)]);
    const others = texts
      // Every text has thousands of quotes, so a search that begins with one is slow.
      .filter((text) => !known.has(text) && (indexes.has(text) || text.includes(id)))
      .map(getIndex);
    return [...candidates, ...others]
      .flatMap((index) => index.nodesById.get(id) ?? [])
      .filter((node) => !known.has(node));
  }
}

function findDisagreement(copies: readonly JsonNode[], code: string): string | null {
  const codes = copies.filter((copy) => typeof copy.code === 'string' && !isSamePost(copy.code, code));
  if (codes.length > 0) return 'one id has two codes';
  if (differ(copies.map((copy) => asId(copy.pk)))) return 'one code has two ids';
  const users = copies.map((copy) => asNode(copy.user));
  if (differ(users.map((user) => asId(user?.pk)))) return 'one post has two accounts';
  if (differ(users.map((user) => asText(user?.username)?.toLowerCase() ?? null)))
    return 'one post has two user names';
  return null;
}

function differ(values: readonly (string | null)[]): boolean {
  return new Set(values.filter((value) => value !== null)).size > 1;
}

interface JsonIndex {
  text: string;
  /** undefined if the text is malformed. */
  root: unknown;
  isComplete: boolean;
  postsByIdPrefix: ReadonlyMap<string, JsonNode[]>;
  nodesById: ReadonlyMap<string, JsonNode[]>;
  carouselsByChild: ReadonlyMap<JsonNode, JsonNode>;
  groupLists: readonly JsonNode[];
}

function buildJsonIndex(text: string): JsonIndex {
  const root = parseJson(text);
  const posts: JsonNode[] = [];
  const nodesWithId: JsonNode[] = [];
  const groupLists: JsonNode[] = [];
  const carouselsByChild = new Map<JsonNode, JsonNode>();
  const isComplete = visitNodes(root, (node) => {
    if (typeof node.code === 'string' && isPostShaped(node)) posts.push(node);
    if (typeof node.id === 'string') nodesWithId.push(node);
    if (hasGroups(node)) groupLists.push(node);
    for (const child of asList(node.carousel_media)) if (isNode(child)) carouselsByChild.set(child, node);
  });
  return {
    text,
    root,
    isComplete,
    carouselsByChild,
    groupLists,
    postsByIdPrefix: Map.groupBy(posts, (node) => idPrefix(String(node.code))),
    nodesById: Map.groupBy(nodesWithId, (node) => String(node.id)),
  };
}

function findCopies({ postsByIdPrefix }: JsonIndex, code: string): JsonNode[] {
  return (postsByIdPrefix.get(idPrefix(code)) ?? []).filter((node) => isSamePost(String(node.code), code));
}

function mayContain(index: JsonIndex, code: string): boolean {
  const copies = findCopies(index, code);
  if (copies.some((node) => node.code === code)) return true;
  const isKnown = copies.length === 0 && index.isComplete && index.root !== undefined;
  return !isKnown && index.text.includes(code);
}

/** Routes and links have a `code` too. A post has at least one of these fields. */
function isPostShaped(node: JsonNode): boolean {
  return ['pk', 'id', 'user', 'caption', 'image_versions2', 'text_post_app_info'].some((key) => key in node);
}

function scoreFragment(node: JsonNode): number {
  const children = asList(node.carousel_media).length;
  return kindScore(node) * 1_000_000 + children * 10_000 + Math.min(Object.keys(node).length, 9_999);
}

function kindScore(node: JsonNode): number {
  if (asList(node.carousel_media).length > 0) return 6;
  if (asList(node.video_versions).length > 0) return 5;
  if (asList(nodeAt(node, 'image_versions2')?.candidates).length > 0) return 4;
  if (isNode(node.giphy_media_info) || isNode(node.audio)) return 3;
  const info = asNode(node.text_post_app_info);
  const share = asNode(info?.share_info);
  const nested = [
    info?.linked_inline_media,
    share?.quoted_post,
    share?.quoted_attachment_post,
    share?.reposted_post,
  ];
  return nested.some((value) => typeof value === 'object' && value !== null) ? 2 : 1;
}

const maxMergeDepth = 4;

function isEmpty(value: unknown): boolean {
  return (
    value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
  );
}

/** Objects with different ids must never be merged. */
function isSameEntity(a: JsonNode, b: JsonNode): boolean {
  return ['pk', 'id', 'code'].every(
    (key) => isEmpty(a[key]) || isEmpty(b[key]) || String(a[key]) === String(b[key]),
  );
}

function fillGaps(base: JsonNode, extra: JsonNode, depth: number): JsonNode {
  const filled: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(extra)) {
    const existing = filled[key];
    if (isEmpty(existing)) filled[key] = value;
    else if (depth < maxMergeDepth && isNode(existing) && isNode(value) && isSameEntity(existing, value)) {
      filled[key] = fillGaps(existing, value, depth + 1);
    }
  }
  return filled;
}

/** So that the order of the page never decides between two copies. */
function compareContent(a: JsonNode, b: JsonNode): number {
  const [first, second] = [JSON.stringify(a), JSON.stringify(b)];
  if (first === second) return 0;
  return first < second ? -1 : 1;
}

function mergeFragments(fragments: readonly JsonNode[]): JsonNode {
  return fragments
    .toSorted((a, b) => scoreFragment(b) - scoreFragment(a) || compareContent(a, b))
    .reduce((merged, node) => fillGaps(merged, node, 0));
}
