import { type FoundNodes, findNodes } from './find-nodes.ts';
import { asId, asNode, asText, type JsonNode } from './json-node.ts';
import { mergeFragments } from './merge-fragments.ts';
import { namesSamePost } from './shortcode.ts';

export type Located =
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

/** The same for several posts of one page: no text is parsed twice. */
export function createLocator(texts: readonly string[]): (code: string) => Located {
  const parsed = new Map<string, ParsedText>();
  const parse = (text: string) => {
    const known = parsed.get(text) ?? parseText(text);
    parsed.set(text, known);
    return known;
  };
  return (code) => locateIn(texts, code, parse);
}

function locateIn(texts: readonly string[], code: string, parse: (text: string) => ParsedText): Located {
  const parsed = texts.filter((text) => text.includes(code)).map(parse);
  const isAsked = (node: JsonNode) =>
    typeof node.code === 'string' && namesSamePost(node.code, code) && isPostShaped(node);
  const searched = parsed.map((one) => ({ ...one, found: findNodes(one.root, isAsked) }));
  const copies = searched.flatMap((one) => one.found.nodes);
  const fault = unfinished(searched.map((one) => one.found));
  if (fault !== null) return { kind: 'misread', cause: fault };
  const [first, ...others] = copies;
  if (first === undefined) {
    const malformed = searched.find((one) => one.cause !== null)?.cause ?? null;
    return malformed === null ? { kind: 'absent' } : { kind: 'misread', cause: malformed };
  }
  const id = copies.map((copy) => asText(copy.id)).find((one) => one !== null) ?? null;
  const fragments = id === null ? [] : findFragments(texts, searched, id, parse);
  const disagreement = findDisagreement([...copies, ...fragments], code);
  if (disagreement !== null) return { kind: 'conflict', cause: new Error(disagreement) };
  return {
    kind: 'post',
    node: mergeFragments([first, ...others, ...fragments]),
    roots: parsed.map((one) => one.root),
  };
}

interface ParsedText {
  text: string;
  root: unknown;
  cause: Error | null;
}

function parseText(text: string): ParsedText {
  try {
    return { text, root: JSON.parse(text), cause: null };
  } catch (cause) {
    return { text, root: null, cause: new Error('a JSON block with the post is malformed', { cause }) };
  }
}

function unfinished(searches: readonly FoundNodes[]): Error | null {
  return searches.every((one) => one.isComplete) ? null : new Error('the data is too large or too deep');
}

/** Codes also stand in routes and links; a post has at least one of these. */
function isPostShaped(node: JsonNode): boolean {
  return ['pk', 'id', 'user', 'caption', 'image_versions2', 'text_post_app_info'].some((key) => key in node);
}

/** Parts of the post that came without its code, streamed under its id (autumn 2026). */
function findFragments(
  texts: readonly string[],
  searched: readonly { text: string; root: unknown; found: FoundNodes }[],
  id: string,
  parse: (text: string) => ParsedText,
): JsonNode[] {
  const quoted = `"${id}"`;
  const hasId = (node: JsonNode) => node.id === id;
  const fragments: JsonNode[] = [];
  for (const one of searched) {
    if (countOccurrences(one.text, quoted) <= one.found.nodes.length) continue;
    const known = new Set(one.found.nodes);
    fragments.push(...findNodes(one.root, hasId).nodes.filter((node) => !known.has(node)));
  }
  const seen = new Set(searched.map((one) => one.text));
  for (const text of texts) {
    if (seen.has(text) || !text.includes(quoted)) continue;
    const { root, cause } = parse(text);
    if (cause === null) fragments.push(...findNodes(root, hasId).nodes);
  }
  return fragments;
}

function countOccurrences(text: string, part: string): number {
  let count = 0;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) count += 1;
  return count;
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
