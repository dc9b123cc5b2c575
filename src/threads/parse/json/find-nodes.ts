import { isNode, type JsonNode } from './json-node.ts';

const maxDepth = 200;
const maxValues = 2_000_000;

export interface NodeSearchResult {
  nodes: JsonNode[];
  isComplete: boolean;
}

export function findNodes(root: unknown, matches: (node: JsonNode) => boolean): NodeSearchResult {
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
