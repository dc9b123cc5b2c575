import { findNodes } from './find-nodes.ts';
import { asList, asNode, type JsonNode, nodeAt } from './json-node.ts';

/** One thread of posts as a page lists it; null where a post is no longer there. */
export type Group = readonly (JsonNode | null)[];

/** Every list of threads below `root`, each with its groups in the order of the page. */
export function readGroupLists(root: unknown): Group[][] {
  return findNodes(root, holdsGroups).nodes.map(readGroups);
}

function holdsGroups(node: JsonNode): boolean {
  return Array.isArray(node.edges) || 'containing_thread' in node;
}

function readGroups(holder: JsonNode): Group[] {
  if ('containing_thread' in holder) {
    return [holder.containing_thread, ...asList(holder.reply_threads)].map((thread) =>
      readGroup(asNode(thread)),
    );
  }
  return asList(holder.edges).map((edge) => readGroup(nodeAt(asNode(edge), 'node') ?? asNode(edge)));
}

function readGroup(thread: JsonNode | null): Group {
  const items = thread?.thread_items ?? nodeAt(thread, 'text_post_app_thread')?.thread_items;
  return asList(items).map((item) => nodeAt(asNode(item), 'post'));
}
