import { isNode, type JsonNode } from './json-node.ts';

const maxDepth = 200;
const maxValues = 2_000_000;

export interface FoundNodes {
  nodes: JsonNode[];
  /** False when the tree was larger than we care to walk: what was found may not be all. */
  isComplete: boolean;
}

/** Every object below `root` that `matches`, without recursion; depth and number of values are bounded. */
export function findNodes(root: unknown, matches: (node: JsonNode) => boolean): FoundNodes {
  const nodes: JsonNode[] = [];
  const values: unknown[] = [root];
  const depths: number[] = [0];
  let budget = maxValues;
  for (let value = values.pop(); value !== undefined; value = values.pop()) {
    const depth = (depths.pop() ?? 0) + 1;
    budget -= 1;
    if (budget < 0 || depth > maxDepth) return { nodes, isComplete: false };
    if (Array.isArray(value)) {
      for (const child of value) {
        if (typeof child === 'object' && child !== null) {
          values.push(child);
          depths.push(depth);
        }
      }
      continue;
    }
    if (!isNode(value)) continue;
    if (matches(value)) nodes.push(value);
    for (const key in value) {
      const child = value[key];
      if (typeof child === 'object' && child !== null) {
        values.push(child);
        depths.push(depth);
      }
    }
  }
  return { nodes, isComplete: true };
}
