import { idPrefix, isSamePost } from '../../link/shortcode.ts';
import { findNodes } from './find-nodes.ts';
import type { JsonNode } from './json-node.ts';

export interface JsonIndex {
  text: string;
  root: unknown;
  malformed: Error | null;
  /** False if the tree was too large to walk to its end. */
  isComplete: boolean;
  nodesByCode(code: string): JsonNode[];
  nodesById(id: string): readonly JsonNode[];
  /** False if the text doesn't contain the code, or only outside of post objects. */
  mayContain(code: string): boolean;
}

export function buildJsonIndex(text: string): JsonIndex {
  const { root, malformed } = parse(text);
  const { nodes, isComplete } = findNodes(root, isNamed);
  const byDigits = new Map<string, JsonNode[]>();
  const byId = new Map<string, JsonNode[]>();
  for (const node of nodes) {
    if (typeof node.code === 'string' && isPostShaped(node)) put(byDigits, idPrefix(node.code), node);
    if (typeof node.id === 'string') put(byId, node.id, node);
  }
  const nodesByCode = (code: string) =>
    (byDigits.get(idPrefix(code)) ?? []).filter((node) => isSamePost(String(node.code), code));

  return {
    ...{ text, root, malformed, isComplete },
    nodesByCode,
    nodesById: (id) => byId.get(id) ?? [],
    mayContain(code) {
      const copies = nodesByCode(code);
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

/** Routes and links have a `code` too. A post has at least one of these fields. */
function isPostShaped(node: JsonNode): boolean {
  return ['pk', 'id', 'user', 'caption', 'image_versions2', 'text_post_app_info'].some((key) => key in node);
}

function put(into: Map<string, JsonNode[]>, key: string, node: JsonNode): void {
  const known = into.get(key);
  if (known) known.push(node);
  else into.set(key, [node]);
}
