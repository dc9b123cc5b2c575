import { expect, test } from 'vitest';
import { scenes } from '#test/fakes/threads/scenes.ts';
import { searchTermLimits } from '../contract.ts';
import { createSearchTermCounter, normalizeSearchTerm } from './search-terms.ts';

const day = '2026-11-27';
const nextDay = '2026-11-28';
const toWord = (index: number) =>
  [...String(index)].map((digit) => String.fromCharCode(97 + Number(digit))).join('');
type Counter = ReturnType<typeof createSearchTermCounter>;
const add = (counter: Counter, text: string, client: string, onDay = day) =>
  counter.add(onDay, { locale: 'en', text, client });
/** Each from another client. */
const addTimes = (counter: Counter, times: number, term: string, onDay = day) => {
  for (let count = 0; count < times; count += 1) add(counter, term, `${term} ${count}`, onDay);
};

test('a term leaves the memory with its third client of a day, in whatever form it was typed', () => {
  const counter = createSearchTermCounter();
  add(counter, 'subtitles', 'd', '2026-11-26');
  counter.add(day, { locale: 'de', text: 'subtitles', client: 'd' });
  for (const client of ['a', 'b', 'b', 'a']) add(counter, 'subtitles', client);
  expect(counter.listUnwritten()).toEqual([]);
  add(counter, '  SUBTITLES ', 'c');
  expect(counter.listUnwritten()).toEqual([{ day, locale: 'en', term: 'subtitles', searches: 5 }]);
});

test('what one client searches for stays in memory, however often, and is forgotten with the day', () => {
  const counter = createSearchTermCounter();
  for (let times = 0; times < 50; times += 1) add(counter, 'mira lina', 'a');
  add(counter, 'mira lina', 'b');
  addTimes(counter, 3, 'subtitles');
  counter.startDay(nextDay);
  add(counter, 'mira lina', 'c');
  expect(counter.listUnwritten()).toEqual([{ day, locale: 'en', term: 'subtitles', searches: 3 }]);
});

test('one client adds a limited number of terms a day, and still counts for those of others', () => {
  const counter = createSearchTermCounter();
  for (let index = 0; index < searchTermLimits.newPerClient; index += 1)
    add(counter, `junk ${toWord(index)}`, 'a');
  add(counter, 'subtitles', 'a');
  for (const client of ['b', 'c']) add(counter, 'subtitles', client);
  expect(counter.listUnwritten()).toEqual([]);
  add(counter, 'subtitles', 'a');
  expect(counter.listUnwritten()).toMatchObject([{ term: 'subtitles', searches: 3 }]);
  for (const client of ['a', 'b', 'c']) add(counter, 'captions', client, nextDay);
  expect(counter.listUnwritten()).toContainEqual({
    day: nextDay,
    locale: 'en',
    term: 'captions',
    searches: 3,
  });
});

test('what was written is not written again', () => {
  const counter = createSearchTermCounter();
  addTimes(counter, 4, 'subtitles');
  const rows = counter.listUnwritten();
  add(counter, 'subtitles', 'a');
  counter.markWritten(rows);
  expect(counter.listUnwritten()).toEqual([{ day, locale: 'en', term: 'subtitles', searches: 1 }]);
});

test('a day has a limited number of terms, and those it has are still counted', () => {
  const counter = createSearchTermCounter();
  const { storedPerDay, minClients } = searchTermLimits;
  const words = Array.from(
    { length: storedPerDay + 20 },
    (_, index) => `word ${String.fromCharCode(97 + (index % 26))}${String.fromCharCode(97 + index / 26)}`,
  );
  for (const word of words) addTimes(counter, minClients, word);
  const first = counter.listUnwritten();
  expect(first).toHaveLength(storedPerDay);
  counter.markWritten(first);
  expect(counter.listUnwritten()).toEqual([]);
  add(counter, first[0]?.term ?? '', 'a');
  expect(counter.listUnwritten()).toEqual([{ ...first[0], searches: 1 }]);
  for (const word of words) addTimes(counter, minClients, word, nextDay);
  expect(counter.listUnwritten().filter((row) => row.day === nextDay)).toHaveLength(storedPerDay);
});

test('rare terms give way to others, so that nobody can fill the memory', () => {
  const counter = createSearchTermCounter();
  addTimes(counter, 2, 'rare');
  addTimes(counter, 2, 'frequent');
  for (let index = 0; index < searchTermLimits.counted; index += 1) {
    add(counter, `junk ${toWord(index)}`, `${index}`);
    if (index % 500 === 0) add(counter, 'frequent', 'frequent 0');
  }
  add(counter, 'rare', 'a');
  add(counter, 'frequent', 'a');
  expect(counter.listUnwritten().map(({ term }) => term)).toEqual(['frequent']);
});

test.each([
  ['  Voice   Notes ', 'voice notes'],
  ['1080p in 2026', '1080p in 2026'],
  ['ดาวน์โหลดวิดีโอ', 'ดาวน์โหลดวิดีโอ'],
  ['如何保存图片', '如何保存图片'],
  ['Übergrößenträger', 'übergrößenträger'],
  ['ＶＩＤＥＯ', 'video'],
  ['a'.repeat(60), 'a'.repeat(60)],
])('“%s” is counted as “%s”', (text, term) => {
  expect(normalizeSearchTerm(text)).toBe(term);
});

test.each([
  ['an email address', 'mail ada@example.org please'],
  ['a link', 'https://example.org/a'],
  ['a link to a post', scenes.photo.link],
  ['a path', '@mira/post'],
  ['a host', 'example.org'],
  ['a host in full-width letters', 'example．org'],
  ['a handle', '@mira'],
  ['a user name', 'mira_lina'],
  ['a user name with a dot', 'mira.lina'],
  ['the code of a post', 'DSq3wXyZabC'],
  ['the code of a post without digits', 'DSqwXyZabCd'],
  ['the code of a post in lower case', 'dsq3wxyzabc'],
  ['a ticket', 'a1b2c3d4e5f6a7b8c9'],
  ['a telephone number', '+49 151 2345678'],
  ['a telephone number in Thai digits', '๐๘๑ ๒๓๔ ๕๖๗๘'],
  ['an IP address', '198.51.100.7'],
  ['an IPv6 address', '2001:db8::7'],
  ['a number', '123456'],
  ['digits only', '42'],
  ['one character', 'x'],
  ['nothing', ' \0 '],
  ['a long text', 'a'.repeat(61)],
])('%s is not counted', (_name, text) => {
  expect(normalizeSearchTerm(text)).toBeNull();
});
