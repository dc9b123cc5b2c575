import { expect, test } from 'vitest';
import { findInText, foldText } from './fold-text.ts';

function find(text: string, query: string, matchCase = false): string[] {
  const ranges = findInText(foldText(text, matchCase), foldText(query, matchCase).text, 100);
  return ranges.map(({ from, to }) => text.slice(from, to));
}

test.each([
  ['Video, video, VIDEO', 'vIdEo', ['Video', 'video', 'VIDEO']],
  ['Straße STRASSE', 'strasse', ['Straße', 'STRASSE']],
  ['Straße STRASSE', 'STRAẞE', ['Straße', 'STRASSE']],
  ['ΟΔΟΣ οδος οδοσ', 'οδός'.normalize('NFD').replace(/\p{M}/gu, ''), ['ΟΔΟΣ', 'οδος', 'οδοσ']],
  ['été ete Été', 'ÉTÉ', ['été', 'Été']],
  ['tiếng Việt', 'TIẾNG'.normalize('NFD'), ['tiếng']],
  ['tiếng Việt'.normalize('NFD'), 'việt', ['Việt'.normalize('NFD')]],
  ['İstanbul', 'istanbul', []],
  ['İstanbul', 'İSTANBUL', ['İstanbul']],
  ['😀 a 😀', '😀', ['😀', '😀']],
  ['保存视频', '视频', ['视频']],
  ['a\u00a0b', 'a b', ['a\u00a0b']],
  ['aaaa', 'aa', ['aa', 'aa']],
  ['a.b', '.', ['.']],
  ['abc', '', []],
])('in “%s”, “%s” is found', (text, query, found) => {
  expect(find(text, query)).toEqual(found);
});

test('letters are whole: parts of them are not found', () => {
  expect(find('é e', 'e')).toEqual(['e']);
  expect(find('ß s', 's')).toEqual(['s']);
  expect(find('กี ก', 'ก')).toEqual(['ก']);
});

test('the case counts on request', () => {
  expect(find('Video video', 'video', true)).toEqual(['video']);
  expect(find('Été été', 'été'.normalize('NFD'), true)).toEqual(['été']);
});
