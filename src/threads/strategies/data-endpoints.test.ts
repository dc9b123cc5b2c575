import { expect, test } from 'vitest';
import { buildPage, preloaderBlock } from '../fixtures/build-page.ts';
import { classifyDataResponse, parseLsdToken, parsePageQueries } from './data-endpoints.ts';

const variables = { postID: '1', flag: true };
const query = (queryName: string, queryID: string, others = {}) => ({
  ...{ actorID: '0', queryName, queryID, variables },
  ...others,
});

test('the token is parsed from the page', () => {
  expect(parseLsdToken(buildPage([]))).toBe('x');
  expect(parseLsdToken('<html></html>')).toBeNull();
  expect(parseLsdToken('"LSD",[],{"token":"a\\u0022b"}')).toBeNull();
});

test('the queries of the post are parsed with all their variables, those of the newest pages first', () => {
  const block = preloaderBlock([
    query('BarcelonaPostPageDownwardQuery', '29000000000000002'),
    query('BarcelonaPermalinkMobilePostColumnPageQuery', '27000000000000002'),
    query('BarcelonaLoggedOutRelatedPostsQuery', '27000000000000003'),
    query('BarcelonaPostPageDirectQuery', '27000000000000001'),
    query('BarcelonaPostPageTargetQuery', '29000000000000001'),
  ]);
  expect(parsePageQueries(buildPage([block]))).toEqual([
    { name: 'BarcelonaPostPageTargetQuery', id: '29000000000000001', variables },
    { name: 'BarcelonaPostPageDirectQuery', id: '27000000000000001', variables },
    { name: 'BarcelonaPermalinkMobilePostColumnPageQuery', id: '27000000000000002', variables },
  ]);
});

test('a query is one of the post if its name says so, or if it asks for the post', () => {
  const names = [
    'BarcelonaPostViewCountQuery',
    'BarcelonaPostTranslationQuery',
    'BarcelonaNextScreenQuery',
    'BarcelonaThreadPageStrongIdTargetQuery',
    'BarcelonaPermalinkUpwardQuery',
  ];
  const page = buildPage([
    preloaderBlock(names.map((name, index) => query(name, `2700000000000000${index}`))),
  ]);
  const find = (postId: string) => parsePageQueries(page, postId).map(({ name }) => name);
  expect(find('1')).toEqual(['BarcelonaThreadPageStrongIdTargetQuery', 'BarcelonaNextScreenQuery']);
  expect(find('2')).toEqual(['BarcelonaThreadPageStrongIdTargetQuery']);
});

test('queries in the call of a script are read', () => {
  const block = preloaderBlock([query('BarcelonaPostPageTargetQuery', '29000000000000001')]);
  const page = buildPage([]).replace('</body>', `<script>handle(${block})</script></body>`);
  expect(parsePageQueries(page)).toHaveLength(1);
});

test('a query of the post whose name is unknown comes before one of other posts, which is skipped', () => {
  const names = [
    'BarcelonaPostPageDirectQuery',
    'BarcelonaPostPageStrongIdUpwardQuery',
    'BarcelonaPostPageStrongIdTargetQuery',
    'BarcelonaPostPageDirectRepliesRefetchQuery',
    'BarcelonaPostPageStrongIdDownwardQuery',
    'BarcelonaLoggedOutFeedContainerQuery',
    'BarcelonaPostRelatedPostsQuery',
    'BarcelonaProfilePostsQuery',
    'BarcelonaPostPageTargetQueryRelayPreloader',
  ];
  const block = preloaderBlock(names.map((name, index) => query(name, `2700000000000000${index}`)));
  expect(parsePageQueries(buildPage([block])).map(({ name }) => name)).toEqual([
    'BarcelonaPostPageStrongIdTargetQuery',
    'BarcelonaPostPageDirectQuery',
  ]);
});

test('malformed queries are skipped', () => {
  const block = preloaderBlock([
    query('BarcelonaPostPageDirectQuery', 'drop table'),
    query('BarcelonaPostPageDirectQuery', '27000000000000001', { variables: null }),
    { queryName: 'BarcelonaPostPageDirectQuery' },
  ]);
  expect(parsePageQueries(buildPage([block, '{"expectedPreloaders":']))).toEqual([]);
});

test.each([
  ['', 'empty_page'],
  [' \n ', 'empty_page'],
  ['<html>', 'blocked'],
  ['[1]', 'blocked'],
  ['{"errors":[{"message":"x"},{"message":"Rate limit exceeded"}]}', 'busy'],
  ['{"errors":[{"message":"execution limit exceeded"}]}', 'busy'],
  ['{"errorSummary":"Temporarily Blocked"}', 'busy'],
  ['{"summary":"rate limit"}', 'busy'],
  ['{"error":{"message":"Rate limit"}}', 'busy'],
  ['{"api_error_code":368}', 'busy'],
  ['{"data":null}\n{broken}\n{"error":368}', 'busy'],
  ['{"message":"checkpoint_required","status":"fail"}', 'checkpoint'],
  ['{"data":{"text":"checkpoint_required"}}', 'not_found'],
  ['{"error":1357055}', 'blocked'],
  ['{"errorSummary":"Not Logged In"}', 'blocked'],
  ['{"errorSummary":"Sorry, something went wrong"}', 'blocked'],
  ['{"api_error_code":369,"error":369,"errors":[null,{"message":7}]}', 'not_found'],
  ['{"data":{"summary":"limit exceeded"}}', 'not_found'],
  ['{"data":{"data":null}}', 'inapplicable'],
  ['{"data":{"media":null}}', 'not_found'],
  ['{"data":{"data":null,"media":null}}', 'not_found'],
])('the response %j without a post is classified as %s', (text, kind) => {
  expect(classifyDataResponse(text).kind).toBe(kind);
});

test.each([
  ['{"error":368}', 'limit exceeded'],
  ['{"error":1357055}', 'form rejected'],
  ['<html>', 'no data in the response'],
])('the cause of %j is: %s', (text, message) => {
  expect(classifyDataResponse(text)).toMatchObject({ cause: new Error(message) });
});
