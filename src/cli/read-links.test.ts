import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { eachPostOnce, expandLinks, linksOfText } from './read-links.ts';

const [one, two] = ['DemoPhoto01', 'DemoPhoto02'].map((code) => `https://www.threads.com/@mira/post/${code}`);

test('every link of a text is taken, each post once; a line without one is kept, so that its fault is told', () => {
  const text = `# saved in May\r\n${one}?xmt=1\r\n\r\nand ${two} with ${one}\nhttps://example.org/x\n  # ${two}\n`;
  expect(linksOfText(text)).toEqual([one, two, 'https://example.org/x']);
  expect(linksOfText(' \n')).toEqual([]);
});

test('the standard input stands where it was named, and its letters are not torn', async () => {
  const signal = new AbortController().signal;
  const letters = Buffer.from(`${two}\nไทย`);
  const stdin = Readable.from([letters.subarray(0, -1), letters.subarray(-1)]);
  expect(await expandLinks(['a', '-', one ?? ''], stdin, signal)).toEqual(['a', two, 'ไทย', one]);
  const broken = new Readable({
    read: () => broken.destroy(Object.assign(new Error(''), { code: 'EISDIR' })),
  });
  expect(await expandLinks(['-'], broken, signal)).toBe(null);
});

test('an input that never ends is left when the command is interrupted', async () => {
  const interruption = new AbortController();
  const stdin = new Readable({ read: () => undefined });
  const links = expandLinks(['-'], stdin, interruption.signal);
  interruption.abort();
  expect(await links).toBe(null);
  expect(stdin.destroyed).toBe(true);
});

test('every link of a text is taken, each post once however its link is written; a text with one stays as it is', () => {
  const first = `see ${one}?xmt=1`;
  expect(
    eachPostOnce([first, `${two}, then ${one} and https://threads.net/t/DemoPhoto03`, 'none', 'none']),
  ).toEqual([first, two, 'https://www.threads.com/@_/post/DemoPhoto03', 'none']);
});
