import { findNodes } from './find-nodes.ts';
import { asList, asNode, type JsonNode, nodeAt } from './json-node.ts';

/** The posts of one thread in page order; null for a missing post. */
export type ThreadGroup = readonly (JsonNode | null)[];

export function parseGroupLists(root: unknown): ThreadGroup[][] {
  return findNodes(root, hasGroups).nodes.map(parseGroups);
}

function hasGroups(node: JsonNode): boolean {
  return Array.isArray(node.edges) || 'containing_thread' in node;
}

function parseGroups(node: JsonNode): ThreadGroup[] {
  if ('containing_thread' in node) {
    return [node.containing_thread, ...asList(node.reply_threads)].map((thread) =>
      parseGroup(asNode(thread)),
    );
  }
  return asList(node.edges).map((edge) => parseGroup(nodeAt(asNode(edge), 'node') ?? asNode(edge)));
}

function parseGroup(thread: JsonNode | null): ThreadGroup {
  const items = thread?.thread_items ?? nodeAt(thread, 'text_post_app_thread')?.thread_items;
  return asList(items).map((item) => nodeAt(asNode(item), 'post'));
}
