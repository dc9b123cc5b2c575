import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { readCoverage } from './font-coverage.ts';

async function coverageOf(name: string): Promise<Set<number>> {
  const files = await readdir('assets/fonts');
  const file = files.find((candidate) => candidate.includes(name));
  return readCoverage(await readFile(`assets/fonts/${file}`));
}

const listMissing = (covered: Set<number>, text: string) =>
  [...text].filter((character) => !covered.has(character.codePointAt(0) ?? 0)).join('');

test.each([
  ['-latin-700', 'azAZ09.,!?“”–ßéñœ', 'ếжα帖→'],
  ['latin-ext', 'łőşẅ', 'aжα帖'],
  ['vietnamese', 'ơếữđ', 'ж帖'],
  ['thai', 'กข่ๆ', 'aж帖'],
  ['chinese', '帖存媒，。', 'ж한→'],
  ['cyrillic-700', 'Приветё', 'aα'],
  ['greek-700', 'Ελληνικά', 'aж'],
  ['arabic', 'مرحبا', 'aש'],
  ['hebrew', 'שלום', 'aم'],
  ['devanagari', 'नमस्ते', 'aم'],
])('the font %s covers %j and nothing of %j', async (name, present, absent) => {
  const covered = await coverageOf(name);
  expect(listMissing(covered, present)).toBe('');
  expect(listMissing(covered, absent)).toBe(absent);
});
