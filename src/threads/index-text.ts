import { findNodes } from './find-nodes.ts';
import type { JsonNode } from './json-node.ts';
import { idDigitsOf, namesSamePost } from './shortcode.ts';

/** One JSON text, parsed and walked once, whatever is looked for in it. */
export interface IndexedText {
  text: string;
  root: unknown;
  /** Why it could not be parsed, or null. */
  malformed: Error | null;
  /** False where there was too much to walk to its end. */
  isComplete: boolean;
  /** Objects of the post that carry its code, in the order of the walk. */
  copiesOf(code: string): JsonNode[];
  /** Objects with this very `id`, likewise. */
  withId(id: string): readonly JsonNode[];
  /** Whether a search for this code has to look here: it stands in the text, and is not known to mean nothing. */
  concerns(code: string): boolean;
}

export function indexText(text: string): IndexedText {
  const { root, malformed } = parse(text);
  const { nodes, isComplete } = findNodes(root, isNamed);
  const byDigits = new Map<string, JsonNode[]>();
  const byId = new Map<string, JsonNode[]>();
  for (const node of nodes) {
    if (typeof node.code === 'string' && isPostShaped(node)) put(byDigits, idDigitsOf(node.code), node);
    if (typeof node.id === 'string') put(byId, node.id, node);
  }
  const copiesOf = (code: string) =>
    (byDigits.get(idDigitsOf(code)) ?? []).filter((node) => namesSamePost(String(node.code), code));

  return {
    ...{ text, root, malformed, isComplete },
    copiesOf,
    withId: (id) => byId.get(id) ?? [],
    concerns(code) {
      const copies = copiesOf(code);
      if (copies.some((node) => node.code === code)) return true;
      const isKnown = copies.length === 0 && isComplete && malformed === null;
      return !isKnown && text.includes(code);
    },
  };
}

function parse(text: string): { root: unknown; malformed: Error | null } {
  try {
    return { root: JSON.parse(text), malformed: null };
  } catch (cause) {
    return { root: null, malformed: new Error('a JSON block with the post is malformed', { cause }) };
  }
}

function isNamed(node: JsonNode): boolean {
  return typeof node.code === 'string' || typeof node.id === 'string';
}

/** Codes also stand in routes and links; a post has at least one of these. */
function isPostShaped(node: JsonNode): boolean {
  return ['pk', 'id', 'user', 'caption', 'image_versions2', 'text_post_app_info'].some((key) => key in node);
}

function put(into: Map<string, JsonNode[]>, key: string, node: JsonNode): void {
  const known = into.get(key);
  if (known) known.push(node);
  else into.set(key, [node]);
}
