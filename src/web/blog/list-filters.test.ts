import { expect, test } from 'vitest';
import { searchLengthMax } from '#blog/contract.ts';
import { searchLengthLimit } from '../contract.ts';
import {
  isFiltered,
  isWordy,
  type ListFilters,
  listPath,
  listQuery,
  noFilters,
  readFilters,
} from './list-filters.ts';

const read = (query: string) => readFilters(new URLSearchParams(query));
const wordy = (query: string) => {
  const parameters = new URLSearchParams(query);
  return isWordy(parameters, readFilters(parameters) ?? noFilters);
};

test('an address without a query asks for the first page of everything', () => {
  expect(read('')).toEqual(noFilters);
  expect(listQuery(noFilters)).toBe('');
  expect(listPath('de', noFilters)).toBe('/de/blog');
});

test.each<[string, ListFilters]>([
  ['?search=gif', { ...noFilters, search: 'gif' }],
  [
    '?search=caf%C3%A9+%26+co&category=guides&tag=mp4&page=2',
    { search: 'café & co', category: 'guides', tag: 'mp4', page: 2 },
  ],
  ['?tag=%E0%B9%81%E0%B8%97%E0%B9%87%E0%B8%81', { ...noFilters, tag: 'แท็ก' }],
])('%s is read, and written the same', (query, filters) => {
  expect(read(query)).toEqual(filters);
  expect(listQuery(filters)).toBe(query);
  expect(wordy(query)).toBe(false);
});

test.each(['?page=0', '?page=-1', '?page=01', '?page=1.5', '?page=two', '?page=9999999'])(
  '%s names no page',
  (query) => expect(read(query)).toBeNull(),
);

test.each([
  '?page=1',
  '?page=',
  '?search=',
  '?search=+gif',
  '?search=gif&category=&tag=',
  '?tag=a&tag=b',
  '?page=+2',
])('%s has a shorter address', (query) => expect(wordy(query)).toBe(true));

test('parameters of others change nothing', () => {
  expect(wordy('?ref=elsewhere&search=gif')).toBe(false);
  expect(read('?ref=elsewhere')).toEqual(noFilters);
});

test('a page of the whole list is not filtered, and blanks are no search', () => {
  expect(isFiltered({ ...noFilters, page: 3 })).toBe(false);
  expect(isFiltered({ ...noFilters, search: '  ' })).toBe(false);
  for (const filter of [{ search: 'a' }, { category: 'a' }, { tag: 'a' }])
    expect(isFiltered({ ...noFilters, ...filter })).toBe(true);
});

test('a text that no database takes is read without what it refuses', () => {
  expect(read('?search=a%00b&category=%00')).toEqual({ ...noFilters, search: 'ab' });
});

test('a search is as long as the blog takes one, and no longer', () => {
  expect(searchLengthLimit).toBe(searchLengthMax);
  expect(read(`?search=${'a'.repeat(500)}`)?.search).toBe('a'.repeat(searchLengthMax));
});
