import { expect, test } from 'vitest';
import { buildPage, preloaderBlock } from '../fixtures/build-page.ts';
import { parseLsdToken, parsePageQueries } from './graphql.ts';

const query = (queryName: string, queryID: string, variables: unknown = { postID: '1', flag: true }) => ({
  actorID: '0',
  queryName,
  queryID,
  variables,
});

test('the token is parsed from the page', () => {
  expect(parseLsdToken(buildPage([]))).toBe('x');
  expect(parseLsdToken('<html></html>')).toBeNull();
  expect(parseLsdToken('"LSD",[],{"token":"a\\u0022b"}')).toBeNull();
});

test('the queries of the post are parsed with all their variables, the thread query first', () => {
  const block = preloaderBlock([
    query('BarcelonaPermalinkMobilePostColumnPageQuery', '27000000000000002'),
    query('BarcelonaLoggedOutRelatedPostsQuery', '27000000000000003'),
    query('BarcelonaPostPageDirectQuery', '27000000000000001'),
  ]);
  expect(parsePageQueries(buildPage([block]))).toEqual([
    { name: 'BarcelonaPostPageDirectQuery', id: '27000000000000001', variables: { postID: '1', flag: true } },
    {
      name: 'BarcelonaPermalinkMobilePostColumnPageQuery',
      id: '27000000000000002',
      variables: { postID: '1', flag: true },
    },
  ]);
});

test('malformed queries are skipped', () => {
  const block = preloaderBlock([
    query('BarcelonaPostPageDirectQuery', 'drop table'),
    query('BarcelonaPostPageDirectQuery', '27000000000000001', null),
    { queryName: 'BarcelonaPostPageDirectQuery' },
  ]);
  expect(parsePageQueries(buildPage([block, '{"expectedPreloaders":']))).toEqual([]);
});
