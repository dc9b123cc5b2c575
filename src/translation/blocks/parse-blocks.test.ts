import { expect, test } from 'vitest';
import { createPlainBlock } from './block.ts';
import { parseBlocks } from './parse-blocks.ts';
import { batchBlocks } from './translate-blocks.ts';

const read = (output: string, value?: unknown) => {
  const texts = parseBlocks(value, output);
  return texts && Object.fromEntries(texts);
};

test.each<[string, unknown]>([
  [
    'as asked',
    {
      blocks: [
        { id: 'b1', text: 'eins' },
        { id: 2, text: 'zwei' },
      ],
    },
  ],
  [
    'as a list',
    [
      { id: 'b1', text: 'eins' },
      { id: '2', text: 'zwei' },
    ],
  ],
  ['by their ids', { b1: 'eins', 2: 'zwei' }],
  ['by their ids, in blocks', { blocks: { b1: 'eins', 2: 'zwei' } }],
  [
    'with others that are none',
    { blocks: [{ id: 'b1', text: 'eins', note: 7 }, null, { id: '2', text: 'zwei' }, { id: 'b3' }] },
  ],
])('reads blocks %s', (_, value) => {
  expect(read('', value)).toEqual({ b1: 'eins', 2: 'zwei' });
});

test('reads the complete blocks of truncated output', () => {
  const completeOutput = JSON.stringify({
    blocks: [
      { id: 'b1', text: 'ei"ns {' },
      { id: 'b2', text: 'zwei' },
    ],
  });
  expect(read(completeOutput.slice(0, -8))).toEqual({ b1: 'ei"ns {' });
});

test('drops an id with two texts, and returns null without blocks', () => {
  expect(
    read('', [
      { id: 'a', text: 'x' },
      { id: 'a', text: 'y' },
      { id: 'b', text: 'z' },
    ]),
  ).toEqual({ b: 'z' });
  for (const value of [null, 7, 'text', [], { blocks: [] }, { blocks: [{ id: 'a', text: 7 }] }])
    expect(read('', value)).toBeNull();
  expect(read('I am sorry.')).toBeNull();
});

test('batches blocks up to a size without losing any', () => {
  const blocks = [100, 200, 900, 20, 30].map((length, index) =>
    createPlainBlock({ id: `b${index}`, kind: 'paragraph', text: 'x'.repeat(length) }),
  );
  expect(batchBlocks(blocks, 320).map((batch) => batch.map(({ id }) => id))).toEqual([
    ['b0', 'b1'],
    ['b2'],
    ['b3', 'b4'],
  ]);
});
