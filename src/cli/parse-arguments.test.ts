import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { stripControlCharacters } from './errors.ts';
import { expandLinks, findLinksInText, parseArguments, uniquePostLinks } from './parse-arguments.ts';

test.each([
  [[], /Enter the link/],
  [['--frobnicate', 'x'], /--frobnicate/],
  [['x', '-o'], /output/],
  [['x', '-o', ''], /folder/],
  [['x', '-o', '-', '--json'], /standard output/],
  [['x', 'y', '-o', '-'], /one link/],
  [['x', '--wait', '-1'], /wait/],
  [['x', '--wait', '1.5'], /seconds/],
  [['x', '--wait', '3601'], /0 to 3600/],
  [['x', '--name', '{nope}'], /\{nope\}/],
  [['x', '--name', 'a/b'], /can’t contain \//],
  [['x', '--name', 'a{b'], /unmatched/],
  [['x', '--name', ' '], /no characters/],
  [['x', '--name', 'x'.repeat(500)], /at most/],
  [['x', '--name', 'a\u202eb'], /invisible/],
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

test('replaces control characters in terminal output', () => {
  expect(stripControlCharacters('a\u001b[2Jb\rc\u202ed')).toBe('a [2Jb c d');
});

const [photoLink, otherLink] = ['DemoPhoto01', 'DemoPhoto02'].map(
  (code) => `https://www.threads.com/@mira/post/${code}`,
);

test('finds each link of a text once, and keeps lines without a link', () => {
  const text = `# saved in May\r\n${photoLink}?xmt=1\r\n\r\nand ${otherLink} with ${photoLink}\nhttps://example.org/x\n  # ${otherLink}\n`;
  expect(findLinksInText(text)).toEqual([photoLink, otherLink, 'https://example.org/x']);
  expect(findLinksInText(' \n')).toEqual([]);
});

test('reads standard input for `-`, and decodes characters that are split between chunks', async () => {
  const signal = new AbortController().signal;
  const input = Buffer.from(`${otherLink}\nไทย`);
  const stdin = Readable.from([input.subarray(0, -1), input.subarray(-1)]);
  expect(await expandLinks(['a', '-', photoLink ?? ''], stdin, signal)).toEqual({
    ok: true,
    value: ['a', otherLink, 'ไทย', photoLink],
  });
  const broken = new Readable({
    read: () => broken.destroy(Object.assign(new Error(''), { code: 'EISDIR' })),
  });
  expect(await expandLinks(['-'], broken, signal)).toMatchObject({ ok: false });
});

const swapped = (text: string) => Buffer.from(text, 'utf16le').swap16();

test.each<[string, (text: string) => Buffer]>([
  ['UTF-8', (text) => Buffer.from(text)],
  ['UTF-8 with a byte order mark', (text) => Buffer.from(`\ufeff${text}`)],
  ['UTF-16 as PowerShell writes it', (text) => Buffer.from(`\ufeff${text}`, 'utf16le')],
  ['UTF-16 without a byte order mark', (text) => Buffer.from(text, 'utf16le')],
  ['UTF-16 with the high byte first', (text) => swapped(`\ufeff${text}`)],
  ['UTF-16 with the high byte first, without a mark', swapped],
])('reads a list of links in %s, with any line ends', async (_, encode) => {
  const lists = ['\n', '\r\n', '\r'].map((end) => [photoLink, '# ไทย', otherLink, ''].join(end));
  for (const list of lists) {
    const input = encode(list);
    const stdin = Readable.from([input.subarray(0, 7), input.subarray(7)]);
    expect(await expandLinks(['-'], stdin, new AbortController().signal)).toEqual({
      ok: true,
      value: [photoLink, otherLink],
    });
  }
});

test('rejects a list that is too long instead of cutting a link', async () => {
  const stdin = Readable.from([Buffer.from(`${otherLink}\n`.repeat(50_000))]);
  expect(await expandLinks(['-'], stdin, new AbortController().signal)).toEqual({
    ok: false,
    error: expect.stringContaining('2 MB'),
  });
});

test('stops reading an endless input when the command is interrupted', async () => {
  const interruption = new AbortController();
  const stdin = new Readable({ read: () => undefined });
  const links = expandLinks(['-'], stdin, interruption.signal);
  interruption.abort();
  expect(await links).toMatchObject({ ok: false });
  expect(stdin.destroyed).toBe(true);
});

test('removes duplicate posts however linked, and keeps an input with one link unchanged', () => {
  const first = `see ${photoLink}?xmt=1`;
  expect(
    uniquePostLinks([
      first,
      `${otherLink}, then ${photoLink} and https://threads.net/t/DemoPhoto03`,
      'none',
      'none',
    ]),
  ).toEqual([first, otherLink, 'https://www.threads.com/@_/post/DemoPhoto03', 'none']);
});
