import { expect, test } from 'vitest';
import { searchLengthMax } from '#blog/contract.ts';
import { searchLengthLimit } from '../../contract.ts';
import {
  emptyPostFilters,
  hasPostFilters,
  hasRedundantParams,
  type PostFilters,
  parsePostFilters,
  postFiltersQuery,
  postListPath,
} from './post-filters.ts';

const read = (query: string) => parsePostFilters(new URLSearchParams(query));
const isRedundant = (query: string) => {
  const parameters = new URLSearchParams(query);
  return hasRedundantParams(parameters, parsePostFilters(parameters) ?? emptyPostFilters);
};

test('an empty query is the first page of the whole list', () => {
  expect(read('')).toEqual(emptyPostFilters);
  expect(postFiltersQuery(emptyPostFilters)).toBe('');
  expect(postListPath('de', emptyPostFilters)).toBe('/de/blog');
});

test.each<[string, PostFilters]>([
  ['?search=gif', { ...emptyPostFilters, search: 'gif' }],
  [
    '?search=caf%C3%A9+%26+co&category=guides&tag=mp4&page=2',
    { search: 'café & co', category: 'guides', tag: 'mp4', page: 2 },
  ],
  ['?tag=%E0%B9%81%E0%B8%97%E0%B9%87%E0%B8%81', { ...emptyPostFilters, tag: 'แท็ก' }],
])('%s is parsed and formatted back to the same query', (query, filters) => {
  expect(read(query)).toEqual(filters);
  expect(postFiltersQuery(filters)).toBe(query);
  expect(isRedundant(query)).toBe(false);
});

test.each(['?page=0', '?page=-1', '?page=01', '?page=1.5', '?page=two', '?page=9999999'])(
  '%s has no valid page',
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
])('%s has redundant parameters', (query) => expect(isRedundant(query)).toBe(true));

test('unknown parameters are ignored', () => {
  expect(isRedundant('?ref=elsewhere&search=gif')).toBe(false);
  expect(read('?ref=elsewhere')).toEqual(emptyPostFilters);
});

test('the page number and blanks are not filters', () => {
  expect(hasPostFilters({ ...emptyPostFilters, page: 3 })).toBe(false);
  expect(hasPostFilters({ ...emptyPostFilters, search: '  ' })).toBe(false);
  for (const filter of [{ search: 'a' }, { category: 'a' }, { tag: 'a' }])
    expect(hasPostFilters({ ...emptyPostFilters, ...filter })).toBe(true);
});

test('NUL characters are removed', () => {
  expect(read('?search=a%00b&category=%00')).toEqual({ ...emptyPostFilters, search: 'ab' });
});

test('a search is cut to the maximum length', () => {
  expect(searchLengthLimit).toBe(searchLengthMax);
  expect(read(`?search=${'a'.repeat(500)}`)?.search).toBe('a'.repeat(searchLengthMax));
});
