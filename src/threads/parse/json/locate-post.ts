import { isSamePost } from '../../link/shortcode.ts';
import { buildJsonIndex, type JsonIndex } from './json-index.ts';
import { asId, asNode, asText, type JsonNode } from './json-node.ts';
import { mergeFragments } from './merge-fragments.ts';

export type PostLocation =
  | { kind: 'post'; node: JsonNode; roots: readonly unknown[] }
  | { kind: 'not_found' }
  | { kind: 'parse_error'; cause: Error }
  /** Copies of the post contradict each other, so the owner of the media is unknown. */
  | { kind: 'conflict'; cause: Error };

/** Finds a post by its own shortcode only, because objects around it belong to other posts. */
export function locatePost(texts: readonly string[], code: string): PostLocation {
  return createPostLocator(texts)(code);
}

export function createPostLocator(texts: readonly string[]): (code: string) => PostLocation {
  const indexed = new Map<string, JsonIndex>();
  const getIndex = (text: string) => {
    const known = indexed.get(text) ?? buildJsonIndex(text);
    indexed.set(text, known);
    return known;
  };
  let isFirst = true;

  return (code) => {
    // Searching every text for each of a hundred codes costs more than indexing all texts.
    if (!isFirst) texts.forEach(getIndex);
    isFirst = false;
    const candidates = texts
      .filter((text) => indexed.get(text)?.mayContain(code) ?? text.includes(code))
      .map(getIndex);
    if (!candidates.every((index) => index.isComplete))
      return { kind: 'parse_error', cause: new Error('the data is too large or too deep') };
    const copies = candidates.flatMap((index) => index.nodesByCode(code));
    const [first, ...others] = copies;
    if (first === undefined) {
      const cause = candidates.find((index) => index.malformed !== null)?.malformed ?? null;
      return cause === null ? { kind: 'not_found' } : { kind: 'parse_error', cause };
    }
    const id = copies.map((copy) => asText(copy.id)).find((value) => value !== null) ?? null;
    const fragments = id === null ? [] : findFragments(id, copies, candidates);
    const disagreement = findDisagreement([...copies, ...fragments], code);
    if (disagreement !== null) return { kind: 'conflict', cause: new Error(disagreement) };
    return {
      kind: 'post',
      node: mergeFragments([first, ...others, ...fragments]),
      roots: candidates.map((index) => index.root),
    };
  };

  /** Parts of the post that were streamed with its id but without its code (autumn 2026). */
  function findFragments(
    id: string,
    copies: readonly JsonNode[],
    candidates: readonly JsonIndex[],
  ): JsonNode[] {
    const known = new Set<unknown>([...copies, ...candidates.map((index) => index.text)]);
    const others = texts
      .filter((text) => !known.has(text) && (indexed.has(text) || text.includes(`"${id}"`)))
      .map(getIndex);
    return [...candidates, ...others]
      .flatMap((index) => index.nodesById(id))
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
