import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stressRuns } from '#test/support/stress.ts';
import { mergeSequences, type Piece } from './merge-sequences.ts';

interface Item {
  key: string;
}
const items = (text: string): Item[] => [...text].map((key) => ({ key }));
const word = (list: Item[]) => list.map(({ key }) => key).join('');
const shown = (pieces: Piece<Item>[]) =>
  pieces
    .map((piece) =>
      piece.kind === 'choice'
        ? `{${word(piece.base)}:${word(piece.mine)}|${word(piece.theirs)}}`
        : piece.kind === 'kept'
          ? word(piece.items)
          : `[${piece.kind} ${word(piece.base)}:${word(piece.items)}]`,
    )
    .join('');
const merge = (base: string, mine: string, theirs: string) =>
  mergeSequences(items(base), items(mine), items(theirs));
const taking = (pieces: Piece<Item>[], side: 'mine' | 'theirs' | 'both') =>
  word(
    pieces.flatMap((piece) => {
      if (piece.kind !== 'choice') return piece.items;
      return side === 'both' ? [...piece.mine, ...piece.theirs] : piece[side];
    }),
  );

test.each([
  ['changes in different places go together', 'abcd', 'aXcd', 'abcY', 'a[mine b:X]c[theirs d:Y]'],
  ['neighbours changed by different sides go together', 'abcd', 'aXcd', 'abYd', 'a[mine b:X][theirs c:Y]d'],
  ['what both changed differently is a choice', 'abc', 'aXc', 'aYc', 'a{b:X|Y}c'],
  ['what both changed alike is taken once', 'abc', 'aXc', 'aXc', 'a[same b:X]c'],
  ['what one removed and the other changed is a choice', 'abc', 'ac', 'aYc', 'a{b:|Y}c'],
  ['what one removed is removed', 'abc', 'ac', 'abc', 'a[mine b:]c'],
  ['what both put in at one place is a choice', 'ab', 'aXb', 'aYb', 'a{:X|Y}b'],
  ['what one adds at the end stays beside a change of the last', 'ab', 'aX', 'abY', 'a[mine b:X][theirs :Y]'],
  ['what one puts in before a changed one stays before it', 'ab', 'aXb', 'aY', 'a[mine :X][theirs b:Y]'],
  [
    'a stretch rewritten by one and touched inside by the other is one choice',
    'abcde',
    'aXYe',
    'abZde',
    'a{bcd:XY|bZd}e',
  ],
])('%s', (_, base, mine, theirs, pieces) => {
  expect(shown(merge(base, mine, theirs))).toBe(pieces);
});

const sequence = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd', 'e'), maxLength: 8 });
const count = (text: string) => {
  const counts = new Map<string, number>();
  for (const letter of text) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  return counts;
};

test('where one side changed nothing, the other side is what comes out', () => {
  fc.assert(
    fc.property(sequence, sequence, (base, changed) => {
      expect(taking(merge(base, base, changed), 'mine')).toBe(changed);
      expect(taking(merge(base, changed, base), 'theirs')).toBe(changed);
      const same = merge(base, changed, changed);
      expect(same.some(({ kind }) => kind === 'choice')).toBe(false);
      expect(taking(same, 'mine')).toBe(changed);
    }),
    { numRuns: 500 },
  );
});

test('nothing that either side wrote vanishes unless it is chosen away', () => {
  fc.assert(
    fc.property(sequence, sequence, sequence, (base, mine, theirs) => {
      const pieces = merge(base, mine, theirs);
      const both = count(taking(pieces, 'both'));
      const before = count(base);
      for (const side of [mine, theirs]) {
        for (const [letter, times] of count(side)) {
          const written = times - (before.get(letter) ?? 0);
          if (written > 0) expect(both.get(letter) ?? 0).toBeGreaterThanOrEqual(written);
        }
      }
      expect(word(pieces.flatMap((piece) => piece.base))).toBe(base);
    }),
    { numRuns: stressRuns(300, 20_000) },
  );
});

test('the two sides are told apart only by their names', () => {
  fc.assert(
    fc.property(sequence, sequence, sequence, (base, mine, theirs) => {
      const mirror = { kept: 'kept', same: 'same', choice: 'choice', mine: 'theirs', theirs: 'mine' };
      const kinds = merge(base, mine, theirs).map(({ kind }) => kind);
      const mirrored = merge(base, theirs, mine).map(({ kind }) => mirror[kind]);
      // Two that are put in before and replace the same place may only come in another order.
      expect([...mirrored].sort()).toEqual([...kinds].sort());
    }),
    { numRuns: 500 },
  );
});

test('pieces of one side alone hold what that side has there, in order', () => {
  fc.assert(
    fc.property(sequence, sequence, sequence, (base, mine, theirs) => {
      for (const [side, text] of [
        ['mine', mine],
        ['theirs', theirs],
      ] as const) {
        const seen = merge(base, mine, theirs).map((piece) => {
          if (piece.kind === 'choice') return word(piece[side]);
          return piece.kind === side || piece.kind === 'same' || piece.kind === 'kept'
            ? word(piece.items)
            : word(piece.base);
        });
        expect(seen.join('')).toBe(text);
      }
    }),
    { numRuns: 1000 },
  );
});
