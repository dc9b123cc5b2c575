import { expect, test } from 'vitest';
import { findNodes } from './find-nodes.ts';

const isMarked = (node: { readonly [key: string]: unknown }) => node.marked === true;

test('objects are found at any depth, in lists and in objects, also inside one another', () => {
  const root = {
    a: [{ marked: true, n: 1, b: { marked: true, n: 2 } }],
    c: { d: [[{ marked: true, n: 3 }]] },
  };
  const { nodes, isComplete } = findNodes(root, isMarked);
  expect(nodes.map((node) => node.n).sort()).toEqual([1, 2, 3]);
  expect(isComplete).toBe(true);
});

test('values that are no objects hold nothing', () => {
  for (const root of [null, 1, 'marked', true, []]) expect(findNodes(root, isMarked).nodes).toEqual([]);
});

test('a tree deeper than any real one is given up, not walked to its end', () => {
  const root: unknown = JSON.parse(`${'['.repeat(50_000)}{"marked":true}${']'.repeat(50_000)}`);
  expect(findNodes(root, isMarked)).toEqual({ nodes: [], isComplete: false });
});
