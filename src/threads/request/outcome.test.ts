import { expect, test } from 'vitest';
import type { ThreadsPost } from '../contract.ts';
import { type AttemptOutcome, combineOutcomes, type Outcome, type OutcomeKind } from './outcome.ts';

const post = { code: 'DAsked00001', items: [] as unknown } as ThreadsPost;
const found: Outcome = { kind: 'found', result: { ok: true, value: post } };
const empty: Outcome = { kind: 'found', result: { ok: false, error: { code: 'post.no_media', post } } };
type OutcomeWithCause = Exclude<OutcomeKind, 'found' | 'busy'>;
const busy: Outcome = { kind: 'busy', retryAfterSeconds: 120 };
const strategies = ['page', 'graphql', 'route', 'embed', 'og'];

/** Assigns the outcomes to the strategies in order. */
function combine(...outcomes: (OutcomeWithCause | Outcome)[]): string {
  const attempts: AttemptOutcome[] = outcomes.map((outcome, index) => ({
    strategy: strategies[index] ?? 'page',
    outcome: typeof outcome === 'string' ? { kind: outcome } : outcome,
  }));
  const result = combineOutcomes(attempts);
  return result.ok ? 'found' : result.error.code;
}

test.each<[string, string, (OutcomeWithCause | Outcome)[]]>([
  ['a found post wins over everything', 'found', ['empty_page', 'parse_error', busy, found]],
  ['a post with media wins over the same post without', 'found', [empty, found]],
  ['a found post without media has its own code', 'post.no_media', ['empty_page', empty]],
  ['a conflict wins even over a found post', 'upstream.changed', [found, 'conflict']],
  ['a conflict wins over a deletion', 'upstream.changed', ['gone', 'conflict']],
  ['a restricted post', 'post.restricted', ['empty_page', 'restricted']],
  ['a private post', 'post.private', ['empty_page', 'private']],
  ['a deleted post', 'post.gone', ['empty_page', 'gone']],
  [
    'only empty pages have a code of their own',
    'upstream.empty',
    ['empty_page', 'empty_page', 'empty_page', 'empty_page'],
  ],
  ['a blocked request', 'upstream.busy', ['blocked', 'blocked']],
  [
    'empty pages and blocks are never evidence of deletion',
    'upstream.empty',
    ['empty_page', 'blocked', 'empty_page'],
  ],
  [
    'one response without the post is no evidence',
    'upstream.empty',
    ['empty_page', 'not_found', 'empty_page'],
  ],
  [
    'two strategies without the post are evidence',
    'post.gone',
    ['not_found', 'empty_page', 'empty_page', 'not_found'],
  ],
  ['they are not next to a rate limit', 'upstream.busy', ['not_found', busy, 'not_found']],
  ['a rate limit counts as a block', 'upstream.busy', [busy, 'empty_page']],
  [
    'a parse error wins over empty pages and blocks',
    'upstream.changed',
    ['parse_error', 'empty_page', 'blocked'],
  ],
  [
    'only unknown pages count as a change',
    'upstream.changed',
    ['unrecognized', 'inapplicable', 'inapplicable'],
  ],
  ['unknown pages with a timeout count as a change', 'upstream.changed', ['unrecognized', 'timeout']],
  ['an unknown page with an empty page counts as a block', 'upstream.busy', ['unrecognized', 'empty_page']],
  ['a timeout', 'upstream.timeout', ['timeout', 'inapplicable', 'unreachable']],
  ['no connection', 'upstream.unreachable', ['unreachable', 'unreachable']],
  ['an empty page with a lost connection is an empty page', 'upstream.empty', ['empty_page', 'unreachable']],
  [
    'empty pages next to a page that was blocked count as a block',
    'upstream.busy',
    ['blocked', 'empty_page'],
  ],
  ['a check for robots', 'upstream.checkpoint', ['checkpoint', 'login', 'empty_page']],
  ['a login wall', 'upstream.login', ['login', 'blocked', 'inapplicable']],
  [
    'a login wall of another strategy says more than an empty page',
    'upstream.login',
    ['empty_page', 'login'],
  ],
  ['a page that asks for a login', 'post.sign_in', ['sign_in', 'blocked', 'login']],
  ['a post that is found behind a login page', 'found', ['sign_in', found]],
  ['a rate limit wins over a login', 'upstream.busy', ['sign_in', busy, 'login']],
  [
    'two strategies without the post win over a login',
    'post.gone',
    ['not_found', 'login', 'sign_in', 'not_found'],
  ],
  ['no attempt before the timeout', 'upstream.timeout', []],
  ['no applicable strategy counts as a change', 'upstream.changed', ['inapplicable']],
])('%s: %s', (_, code, outcomes) => {
  expect(combine(...outcomes)).toBe(code);
});

test('the result with the most media wins, then the complete one', () => {
  const foundAttempt = (count: number, incomplete?: true): AttemptOutcome => {
    const value = { ...post, items: Array(count).fill({}) as ThreadsPost['items'] };
    const result = incomplete === undefined ? value : { ...value, incomplete };
    return { strategy: 'page', outcome: { kind: 'found', result: { ok: true, value: result } } };
  };
  const best = (...attempts: AttemptOutcome[]) => {
    const result = combineOutcomes(attempts);
    return result.ok && [result.value.items.length, result.value.incomplete ?? false];
  };
  expect(best(foundAttempt(2, true), foundAttempt(3))).toEqual([3, false]);
  expect(best(foundAttempt(2, true), foundAttempt(2))).toEqual([2, false]);
  expect(best(foundAttempt(5, true), foundAttempt(1))).toEqual([5, true]);
  expect(best({ strategy: 'page', outcome: empty }, foundAttempt(1, true))).toEqual([1, true]);
});

test('four profiles of one strategy without the post count as one strategy', () => {
  const outcome: Outcome = { kind: 'not_found' };
  const attempts = Array.from({ length: 4 }, () => ({ strategy: 'page', outcome }));
  expect(combineOutcomes(attempts)).toMatchObject({ error: { code: 'upstream.busy' } });
});

test('a block has the stated retry delay, one minute by default and one hour at most', () => {
  const retry = (retryAfterSeconds: number | null) =>
    combineOutcomes([{ strategy: 'page', outcome: { kind: 'busy', retryAfterSeconds } }]);
  expect(retry(120)).toMatchObject({ error: { retryAfterSeconds: 120 } });
  expect(retry(null)).toMatchObject({ error: { retryAfterSeconds: 60 } });
  expect(retry(1e9)).toMatchObject({ error: { retryAfterSeconds: 3_600 } });
  expect(retry(-5)).toMatchObject({ error: { retryAfterSeconds: 60 } });
});

test('the cause is preserved for the operator', () => {
  const cause = new Error('status 403');
  expect(combineOutcomes([{ strategy: 'page', outcome: { kind: 'blocked', cause } }])).toMatchObject({
    error: { cause },
  });
  const attempts = (['empty_page', 'blocked'] as const).map((kind) => ({
    strategy: 'page',
    outcome: { kind },
  }));
  expect(
    combineOutcomes([...attempts, { strategy: 'page', outcome: { kind: 'empty_page', cause } }]),
  ).toMatchObject({
    error: { cause },
  });
  const withoutCause = combineOutcomes(attempts);
  expect(!withoutCause.ok && 'cause' in withoutCause.error).toBe(false);
});
