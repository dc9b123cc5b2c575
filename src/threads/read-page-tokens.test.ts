import { expect, test } from 'vitest';
import { buildPage, preloaderBlock } from './fixtures/build-page.ts';
import { readLsd, readPageQueries } from './read-page-tokens.ts';

const query = (queryName: string, queryID: string, variables: unknown = { postID: '1', flag: true }) => ({
  actorID: '0',
  queryName,
  queryID,
  variables,
});

test('the page names its token', () => {
  expect(readLsd(buildPage([]))).toBe('x');
  expect(readLsd('<html></html>')).toBeNull();
  expect(readLsd('"LSD",[],{"token":"a\\u0022b"}')).toBeNull();
});

test('the queries of the post are read with all their flags, the thread first', () => {
  const block = preloaderBlock([
    query('BarcelonaPermalinkMobilePostColumnPageQuery', '27000000000000002'),
    query('BarcelonaLoggedOutRelatedPostsQuery', '27000000000000003'),
    query('BarcelonaPostPageDirectQuery', '27000000000000001'),
  ]);
  expect(readPageQueries(buildPage([block]))).toEqual([
    { name: 'BarcelonaPostPageDirectQuery', id: '27000000000000001', variables: { postID: '1', flag: true } },
    {
      name: 'BarcelonaPermalinkMobilePostColumnPageQuery',
      id: '27000000000000002',
      variables: { postID: '1', flag: true },
    },
  ]);
});

test('what is malformed is no query', () => {
  const block = preloaderBlock([
    query('BarcelonaPostPageDirectQuery', 'drop table'),
    query('BarcelonaPostPageDirectQuery', '27000000000000001', null),
    { queryName: 'BarcelonaPostPageDirectQuery' },
  ]);
  expect(readPageQueries(buildPage([block, '{"expectedPreloaders":']))).toEqual([]);
});
