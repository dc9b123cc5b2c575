import { expect, test } from 'vitest';
import { findNodes } from './find-nodes.ts';

const isMarked = (node: { readonly [key: string]: unknown }) => node.marked === true;

test('objects are found at any depth, in arrays, in objects and inside other matches', () => {
  const root = {
    a: [{ marked: true, n: 1, b: { marked: true, n: 2 } }],
    c: { d: [[{ marked: true, n: 3 }]] },
  };
  const { nodes, isComplete } = findNodes(root, isMarked);
  expect(nodes.map((node) => node.n).sort()).toEqual([1, 2, 3]);
  expect(isComplete).toBe(true);
});

test('a root that is not an object has no matches', () => {
  for (const root of [null, 1, 'marked', true, []]) expect(findNodes(root, isMarked).nodes).toEqual([]);
});

test('the search stops in a tree deeper than any real one', () => {
  const root: unknown = JSON.parse(`${'['.repeat(50_000)}{"marked":true}${']'.repeat(50_000)}`);
  expect(findNodes(root, isMarked)).toEqual({ nodes: [], isComplete: false });
});
