import { idPrefix, isSamePost } from '../../link/shortcode.ts';
import { findNodes } from './find-nodes.ts';
import type { JsonNode } from './json-node.ts';

export interface JsonIndex {
  text: string;
  root: unknown;
  malformed: Error | null;
  isComplete: boolean;
  nodesByCode(code: string): JsonNode[];
  nodesById(id: string): readonly JsonNode[];
  mayContain(code: string): boolean;
}

export function buildJsonIndex(text: string): JsonIndex {
  const { root, malformed } = parseJson(text);
  const { nodes, isComplete } = findNodes(root, hasCodeOrId);
  const byIdPrefix = new Map<string, JsonNode[]>();
  const byId = new Map<string, JsonNode[]>();
  for (const node of nodes) {
    if (typeof node.code === 'string' && isPostShaped(node)) addToList(byIdPrefix, idPrefix(node.code), node);
    if (typeof node.id === 'string') addToList(byId, node.id, node);
  }
  const nodesByCode = (code: string) =>
    (byIdPrefix.get(idPrefix(code)) ?? []).filter((node) => isSamePost(String(node.code), code));

  return {
    text,
    root,
    malformed,
    isComplete,
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

function parseJson(text: string): { root: unknown; malformed: Error | null } {
  try {
    return { root: JSON.parse(text), malformed: null };
  } catch (cause) {
    return { root: null, malformed: new Error('malformed JSON block', { cause }) };
  }
}

function hasCodeOrId(node: JsonNode): boolean {
  return typeof node.code === 'string' || typeof node.id === 'string';
}

/** Routes and links have a `code` too. A post has at least one of these fields. */
function isPostShaped(node: JsonNode): boolean {
  return ['pk', 'id', 'user', 'caption', 'image_versions2', 'text_post_app_info'].some((key) => key in node);
}

function addToList(map: Map<string, JsonNode[]>, key: string, node: JsonNode): void {
  const list = map.get(key);
  if (list) list.push(node);
  else map.set(key, [node]);
}
