import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { expandLinks, findLinksInText, uniquePostLinks } from './input-links.ts';

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
  expect(await expandLinks(['a', '-', photoLink ?? ''], stdin, signal)).toEqual([
    'a',
    otherLink,
    'ไทย',
    photoLink,
  ]);
  const broken = new Readable({
    read: () => broken.destroy(Object.assign(new Error(''), { code: 'EISDIR' })),
  });
  expect(await expandLinks(['-'], broken, signal)).toBe(null);
});

test('stops reading an endless input when the command is interrupted', async () => {
  const interruption = new AbortController();
  const stdin = new Readable({ read: () => undefined });
  const links = expandLinks(['-'], stdin, interruption.signal);
  interruption.abort();
  expect(await links).toBe(null);
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
