import { expect, test } from 'vitest';
import { mediaErrorCodes } from '#media/contract.ts';
import { extractionErrorCodes } from '#threads/contract.ts';
import { formatCliError, stripControlCharacters, toExitCode } from './errors.ts';
import { parseArguments } from './parse-arguments.ts';

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
] as const)('rejects %j with a message', (args, sentence) => {
  expect(parseArguments(args)).toEqual({ ok: false, error: expect.stringMatching(sentence) });
});

test('accepts links and options in any order, and removes duplicate links', () => {
  const read = parseArguments(['a', '-t', 'b', '-o', 'dir', 'a', '--name', '{code}']);
  expect(read).toMatchObject({
    ok: true,
    value: {
      options: { links: ['a', 'b'], out: 'dir', thread: true, zip: false, template: [{ token: 'code' }] },
    },
  });
});

test('reads standard input if it is piped and there is no link', () => {
  const read = parseArguments(['-t', '--wait', '5'], () => true);
  expect(read).toMatchObject({ ok: true, value: { options: { links: ['-'], waitSeconds: 5 } } });
});

test('every error code has a message and a documented exit code', () => {
  for (const code of [...extractionErrorCodes, ...mediaErrorCodes]) {
    expect(formatCliError({ code })).toMatch(/^[A-Z].{10,}\.$/);
    expect([3, 4, 5, 6, 7]).toContain(toExitCode({ code }));
  }
  expect(toExitCode({ code: 'disk.full' })).toBe(8);
  expect(formatCliError({ code: 'upstream.busy', retryAfterSeconds: 30 })).toContain('30');
});

test('replaces control characters in terminal output', () => {
  expect(stripControlCharacters('a\u001b[2Jb\rc\u202ed')).toBe('a [2Jb c d');
});
