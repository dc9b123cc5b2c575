import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stressRuns } from '#test/support/stress.ts';
import { type MergeSegment, mergeThreeWay } from './three-way-merge.ts';

interface Item {
  key: string;
}
const items = (text: string): Item[] => [...text].map((key) => ({ key }));
const toText = (list: Item[]) => list.map(({ key }) => key).join('');
const formatSegments = (segments: MergeSegment<Item>[]) =>
  segments
    .map((segment) =>
      segment.kind === 'conflict'
        ? `{${toText(segment.base)}:${toText(segment.mine)}|${toText(segment.theirs)}}`
        : segment.kind === 'unchanged'
          ? toText(segment.items)
          : `[${segment.kind} ${toText(segment.base)}:${toText(segment.items)}]`,
    )
    .join('');

const merge = (base: string, mine: string, theirs: string) =>
  mergeThreeWay(items(base), items(mine), items(theirs));

const resolveWith = (segments: MergeSegment<Item>[], side: 'mine' | 'theirs' | 'both') =>
  toText(
    segments.flatMap((segment) => {
      if (segment.kind !== 'conflict') return segment.items;
      return side === 'both' ? [...segment.mine, ...segment.theirs] : segment[side];
    }),
  );

test.each([
  ['changes of different items are merged', 'abcd', 'aXcd', 'abcY', 'a[mine b:X]c[theirs d:Y]'],
  ['changes of neighboring items are merged', 'abcd', 'aXcd', 'abYd', 'a[mine b:X][theirs c:Y]d'],
  ['different changes of the same item are a conflict', 'abc', 'aXc', 'aYc', 'a{b:X|Y}c'],
  ['identical changes are taken once', 'abc', 'aXc', 'aXc', 'a[same b:X]c'],
  ['a removal and a change of the same item are a conflict', 'abc', 'ac', 'aYc', 'a{b:|Y}c'],
  ['an item that one side removed is removed', 'abc', 'ac', 'abc', 'a[mine b:]c'],
  ['different insertions at the same index are a conflict', 'ab', 'aXb', 'aYb', 'a{:X|Y}b'],
  [
    'an item appended by one side stays next to a change of the last item',
    'ab',
    'aX',
    'abY',
    'a[mine b:X][theirs :Y]',
  ],
  ['an item inserted before a changed item stays before it', 'ab', 'aXb', 'aY', 'a[mine :X][theirs b:Y]'],
  [
    'a range rewritten by one side and changed inside by the other is one conflict',
    'abcde',
    'aXYe',
    'abZde',
    'a{bcd:XY|bZd}e',
  ],
])('%s', (_title, base, mine, theirs, segments) => {
  expect(formatSegments(merge(base, mine, theirs))).toBe(segments);
});

const sequence = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd', 'e'), maxLength: 8 });
const count = (text: string) => {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  return counts;
};

test('if one side changed nothing, the result is the other side', () => {
  fc.assert(
    fc.property(sequence, sequence, (base, changed) => {
      expect(resolveWith(merge(base, base, changed), 'mine')).toBe(changed);
      expect(resolveWith(merge(base, changed, base), 'theirs')).toBe(changed);
      const same = merge(base, changed, changed);
      expect(same.some(({ kind }) => kind === 'conflict')).toBe(false);
      expect(resolveWith(same, 'mine')).toBe(changed);
    }),
    { numRuns: 500 },
  );
});

test('nothing that either side wrote is lost unless the user drops it', () => {
  fc.assert(
    fc.property(sequence, sequence, sequence, (base, mine, theirs) => {
      const segments = merge(base, mine, theirs);
      const both = count(resolveWith(segments, 'both'));
      const before = count(base);
      for (const side of [mine, theirs]) {
        for (const [character, times] of count(side)) {
          const written = times - (before.get(character) ?? 0);
          if (written > 0) expect(both.get(character) ?? 0).toBeGreaterThanOrEqual(written);
        }
      }
      expect(toText(segments.flatMap((segment) => segment.base))).toBe(base);
    }),
    { numRuns: stressRuns(300, 20_000) },
  );
});

test('swapping the sides only swaps their names in the result', () => {
  fc.assert(
    fc.property(sequence, sequence, sequence, (base, mine, theirs) => {
      const mirror = {
        unchanged: 'unchanged',
        same: 'same',
        conflict: 'conflict',
        mine: 'theirs',
        theirs: 'mine',
      };
      const kinds = merge(base, mine, theirs).map(({ kind }) => kind);
      const mirrored = merge(base, theirs, mine).map(({ kind }) => mirror[kind]);
      // Only the order of an insertion and a replacement at the same index may differ.
      expect([...mirrored].sort()).toEqual([...kinds].sort());
    }),
    { numRuns: 500 },
  );
});

test('the segments contain the complete text of each side, in order', () => {
  fc.assert(
    fc.property(sequence, sequence, sequence, (base, mine, theirs) => {
      for (const [side, text] of [
        ['mine', mine],
        ['theirs', theirs],
      ] as const) {
        const texts = merge(base, mine, theirs).map((segment) => {
          if (segment.kind === 'conflict') return toText(segment[side]);
          return segment.kind === side || segment.kind === 'same' || segment.kind === 'unchanged'
            ? toText(segment.items)
            : toText(segment.base);
        });
        expect(texts.join('')).toBe(text);
      }
    }),
    { numRuns: 1000 },
  );
});
