import { expect, test } from 'vitest';
import type { ThreadsPost } from '../contract.ts';
import type { Outcome, OutcomeKind } from '../request/outcome.ts';
import { type AttemptOutcome, combineOutcomes } from './combine-outcomes.ts';

const post = { code: 'DAsked00001', items: [] as unknown } as ThreadsPost;
const found: Outcome = { kind: 'found', result: { ok: true, value: post } };
const empty: Outcome = { kind: 'found', result: { ok: false, error: { code: 'post.no_media', post } } };
type Plain = Exclude<OutcomeKind, 'found' | 'busy'>;
const busy: Outcome = { kind: 'busy', retryAfterSeconds: 120 };
const strategies = ['page', 'graphql', 'route', 'embed', 'og'];

/** Assigns the outcomes to the strategies in order. */
function combine(...outcomes: (Plain | Outcome)[]): string {
  const attempts: AttemptOutcome[] = outcomes.map((outcome, index) => ({
    strategy: strategies[index] ?? 'page',
    outcome: typeof outcome === 'string' ? { kind: outcome } : outcome,
  }));
  const result = combineOutcomes(attempts);
  return result.ok ? 'found' : result.error.code;
}

test.each<[string, string, (Plain | Outcome)[]]>([
  ['a found post wins over everything', 'found', ['shell', 'misread', busy, found]],
  ['a post with media wins over the same post without', 'found', [empty, found]],
  ['a found post without media is told as such', 'post.no_media', ['shell', empty]],
  ['a contradiction wins even over a found post', 'upstream.changed', [found, 'conflict']],
  ['a contradiction wins over a deletion', 'upstream.changed', ['gone', 'conflict']],
  ['restricted is believed', 'post.restricted', ['shell', 'restricted']],
  ['private is believed', 'post.private', ['shell', 'private']],
  ['gone is believed', 'post.gone', ['shell', 'gone']],
  ['shells everywhere are a block', 'upstream.busy', ['shell', 'shell', 'shell', 'shell']],
  ['a refusal is a block', 'upstream.busy', ['refused', 'refused']],
  ['a shell and a refusal are never gone', 'upstream.busy', ['shell', 'refused', 'shell']],
  ['one absence is no evidence', 'upstream.busy', ['shell', 'absent', 'shell']],
  ['absence in two ways is evidence', 'post.gone', ['absent', 'shell', 'shell', 'absent']],
  ['absence beside a rate limit is not', 'upstream.busy', ['absent', busy, 'absent']],
  ['a rate limit is a block', 'upstream.busy', [busy, 'shell']],
  [
    'misread data is a change, whatever the other ways show',
    'upstream.changed',
    ['misread', 'shell', 'refused'],
  ],
  ['only unknown pages are a change', 'upstream.changed', ['unrecognised', 'inapplicable', 'inapplicable']],
  ['unknown pages beside a time-out are a change', 'upstream.changed', ['unrecognised', 'timeout']],
  ['an unknown page beside a shell is a block', 'upstream.busy', ['unrecognised', 'shell']],
  ['a time-out', 'upstream.timeout', ['timeout', 'inapplicable', 'unreachable']],
  ['no connection', 'upstream.unreachable', ['unreachable', 'unreachable']],
  ['a shell beside a lost connection is a block', 'upstream.busy', ['shell', 'unreachable']],
  ['nothing tried, for want of time', 'upstream.timeout', []],
  ['no way open at all is a change', 'upstream.changed', ['inapplicable']],
])('%s: %s', (_, code, outcomes) => {
  expect(combine(...outcomes)).toBe(code);
});

test('the result with the most media wins, then the complete one', () => {
  const foundAttempt = (count: number, incomplete?: true): AttemptOutcome => {
    const value = { ...post, items: Array(count).fill({}) as ThreadsPost['items'] };
    const read = incomplete === undefined ? value : { ...value, incomplete };
    return { strategy: 'page', outcome: { kind: 'found', result: { ok: true, value: read } } };
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
  const outcome: Outcome = { kind: 'absent' };
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
  expect(combineOutcomes([{ strategy: 'page', outcome: { kind: 'refused', cause } }])).toMatchObject({
    error: { cause },
  });
  const attempts = (['shell', 'refused'] as const).map((kind) => ({ strategy: 'page', outcome: { kind } }));
  expect(
    combineOutcomes([...attempts, { strategy: 'page', outcome: { kind: 'shell', cause } }]),
  ).toMatchObject({
    error: { cause },
  });
  const without = combineOutcomes(attempts);
  expect(!without.ok && 'cause' in without.error).toBe(false);
});
