import { type IndexedText, indexText } from './index-text.ts';
import { asId, asNode, asText, type JsonNode } from './json-node.ts';
import { mergeFragments } from './merge-fragments.ts';
import { namesSamePost } from './shortcode.ts';

export type Located =
  /** `roots`: of the texts that may tell where the post stands. */
  | { kind: 'post'; node: JsonNode; roots: readonly unknown[] }
  | { kind: 'absent' }
  /** Data that should hold the post cannot be read. */
  | { kind: 'misread'; cause: Error }
  /** Copies of the post contradict each other: whose media it is cannot be known. */
  | { kind: 'conflict'; cause: Error };

/**
 * Finds one post in JSON texts by its own shortcode and by nothing else: whatever merely stands beside, above or
 * below it is somebody else's. Only texts that contain the code, then its id, are parsed.
 */
export function locatePost(texts: readonly string[], code: string): Located {
  return createLocator(texts)(code);
}

/** The same for several posts of one page: each of its texts is parsed and walked once. */
export function createLocator(texts: readonly string[]): (code: string) => Located {
  const indexed = new Map<string, IndexedText>();
  const open = (text: string) => {
    const known = indexed.get(text) ?? indexText(text);
    indexed.set(text, known);
    return known;
  };
  let isFirst = true;

  return (code) => {
    // To look through every text for each of a hundred posts costs more than to read them all.
    if (!isFirst) texts.forEach(open);
    isFirst = false;
    const concerned = texts
      .filter((text) => indexed.get(text)?.concerns(code) ?? text.includes(code))
      .map(open);
    if (!concerned.every((one) => one.isComplete))
      return { kind: 'misread', cause: new Error('the data is too large or too deep') };
    const copies = concerned.flatMap((one) => one.copiesOf(code));
    const [first, ...others] = copies;
    if (first === undefined) {
      const cause = concerned.find((one) => one.malformed !== null)?.malformed ?? null;
      return cause === null ? { kind: 'absent' } : { kind: 'misread', cause };
    }
    const id = copies.map((copy) => asText(copy.id)).find((one) => one !== null) ?? null;
    const fragments = id === null ? [] : findFragments(id, copies, concerned);
    const disagreement = findDisagreement([...copies, ...fragments], code);
    if (disagreement !== null) return { kind: 'conflict', cause: new Error(disagreement) };
    return {
      kind: 'post',
      node: mergeFragments([first, ...others, ...fragments]),
      roots: concerned.map((one) => one.root),
    };
  };

  /** Parts of the post that came without its code, streamed under its id (autumn 2026). */
  function findFragments(
    id: string,
    copies: readonly JsonNode[],
    concerned: readonly IndexedText[],
  ): JsonNode[] {
    const known = new Set<unknown>([...copies, ...concerned.map((one) => one.text)]);
    const others = texts
      .filter((text) => !known.has(text) && (indexed.has(text) || text.includes(`"${id}"`)))
      .map(open);
    return [...concerned, ...others].flatMap((one) => one.withId(id)).filter((node) => !known.has(node));
  }
}

/** What the copies contradict each other in, or null. */
function findDisagreement(copies: readonly JsonNode[], code: string): string | null {
  const codes = copies.filter((copy) => typeof copy.code === 'string' && !namesSamePost(copy.code, code));
  if (codes.length > 0) return 'one id under two codes';
  if (differ(copies.map((copy) => asId(copy.pk)))) return 'one code under two ids';
  const users = copies.map((copy) => asNode(copy.user));
  if (differ(users.map((user) => asId(user?.pk)))) return 'one post by two accounts';
  if (differ(users.map((user) => asText(user?.username)?.toLowerCase() ?? null)))
    return 'one post by two names';
  return null;
}

function differ(values: readonly (string | null)[]): boolean {
  return new Set(values.filter((value) => value !== null)).size > 1;
}
