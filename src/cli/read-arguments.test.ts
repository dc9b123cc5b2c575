import { expect, test } from 'vitest';
import { mediaErrorCodes } from '#media/contract.ts';
import { extractionErrorCodes } from '#threads/contract.ts';
import { exitOf } from './exit-codes.ts';
import { readArguments } from './read-arguments.ts';
import { plain, wordFailure } from './word-failure.ts';

test.each([
  [[], /Give the link/],
  [['--frobnicate', 'x'], /--frobnicate/],
  [['x', '-o'], /output/],
  [['x', '-o', ''], /folder/],
  [['x', '-o', '-', '--json'], /standard output/],
  [['x', 'y', '-o', '-'], /one link/],
  [['x', '--wait', '-1'], /wait/],
  [['x', '--wait', '1.5'], /seconds/],
  [['x', '--wait', '3601'], /0 to 3600/],
  [['x', '--name', '{nope}'], /\{nope\}/],
  [['x', '--name', 'a/b'], /can hold \//],
  [['x', '--name', 'a{b'], /partner/],
  [['x', '--name', ' '], /nothing/],
  [['x', '--name', 'x'.repeat(500)], /at most/],
  [['x', '--name', 'a\u202eb'], /cannot be seen/],
] as const)('%j is told in a sentence', (args, sentence) => {
  expect(readArguments(args)).toEqual({ ok: false, error: expect.stringMatching(sentence) });
});

test('links are taken once, wherever the options stand', () => {
  const read = readArguments(['a', '-t', 'b', '-o', 'dir', 'a', '--name', '{code}']);
  expect(read).toMatchObject({
    ok: true,
    value: {
      order: { links: ['a', 'b'], out: 'dir', thread: true, zip: false, template: [{ token: 'code' }] },
    },
  });
});

test('without a link the standard input is read, if something stands before it', () => {
  const read = readArguments(['-t', '--wait', '5'], () => true);
  expect(read).toMatchObject({ ok: true, value: { order: { links: ['-'], waitSeconds: 5 } } });
});

test('every failure there is has a sentence and one of the promised exit codes', () => {
  for (const code of [...extractionErrorCodes, ...mediaErrorCodes]) {
    expect(wordFailure({ code })).toMatch(/^[A-Z].{10,}\.$/);
    expect([3, 4, 5, 6, 7]).toContain(exitOf({ code }));
  }
  expect(exitOf({ code: 'disk.full' })).toBe(8);
  expect(wordFailure({ code: 'upstream.busy', retryAfterSeconds: 30 })).toContain('30');
});

test('what is said can’t move a terminal’s cursor', () => {
  expect(plain('a\u001b[2Jb\rc\u202ed')).toBe('a [2Jb c d');
});
