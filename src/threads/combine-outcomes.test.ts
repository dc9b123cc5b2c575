import { expect, test } from 'vitest';
import { combineOutcomes, type Tried } from './combine-outcomes.ts';
import type { Post } from './contract.ts';
import type { Outcome, OutcomeKind } from './outcome.ts';

const post = { code: 'DAsked00001', items: [] as unknown } as Post;
const found: Outcome = { kind: 'found', result: { ok: true, value: post } };
const empty: Outcome = { kind: 'found', result: { ok: false, error: { code: 'post.no_media', post } } };
type Plain = Exclude<OutcomeKind, 'found' | 'busy'>;
const busy: Outcome = { kind: 'busy', retryAfterSeconds: 120 };
const strategies = ['page', 'graphql', 'route', 'embed', 'og'];

/** Outcomes of one way each, in order. */
function combine(...outcomes: (Plain | Outcome)[]): string {
  const tried: Tried[] = outcomes.map((outcome, index) => ({
    strategy: strategies[index] ?? 'page',
    outcome: typeof outcome === 'string' ? { kind: outcome } : outcome,
  }));
  const result = combineOutcomes(tried);
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

test('of several readings the one with most media wins, then the complete one', () => {
  const reading = (count: number, incomplete?: true): Tried => {
    const value = { ...post, items: Array(count).fill({}) as Post['items'] };
    const read = incomplete === undefined ? value : { ...value, incomplete };
    return { strategy: 'page', outcome: { kind: 'found', result: { ok: true, value: read } } };
  };
  const best = (...tried: Tried[]) => {
    const result = combineOutcomes(tried);
    return result.ok && [result.value.items.length, result.value.incomplete ?? false];
  };
  expect(best(reading(2, true), reading(3))).toEqual([3, false]);
  expect(best(reading(2, true), reading(2))).toEqual([2, false]);
  expect(best(reading(5, true), reading(1))).toEqual([5, true]);
  expect(best({ strategy: 'page', outcome: empty }, reading(1, true))).toEqual([1, true]);
});

test('absence on four profiles of one way is still one way', () => {
  const outcome: Outcome = { kind: 'absent' };
  const tried = Array.from({ length: 4 }, () => ({ strategy: 'page', outcome }));
  expect(combineOutcomes(tried)).toMatchObject({ error: { code: 'upstream.busy' } });
});

test('a block says when to come back: as told, a minute where untold, an hour at most', () => {
  const retry = (retryAfterSeconds: number | null) =>
    combineOutcomes([{ strategy: 'page', outcome: { kind: 'busy', retryAfterSeconds } }]);
  expect(retry(120)).toMatchObject({ error: { retryAfterSeconds: 120 } });
  expect(retry(null)).toMatchObject({ error: { retryAfterSeconds: 60 } });
  expect(retry(1e9)).toMatchObject({ error: { retryAfterSeconds: 3_600 } });
  expect(retry(-5)).toMatchObject({ error: { retryAfterSeconds: 60 } });
});

test('what lay below is kept for the operator', () => {
  const cause = new Error('status 403');
  expect(combineOutcomes([{ strategy: 'page', outcome: { kind: 'refused', cause } }])).toMatchObject({
    error: { cause },
  });
  const tried = (['shell', 'refused'] as const).map((kind) => ({ strategy: 'page', outcome: { kind } }));
  expect(combineOutcomes([...tried, { strategy: 'page', outcome: { kind: 'shell', cause } }])).toMatchObject({
    error: { cause },
  });
  const without = combineOutcomes(tried);
  expect(!without.ok && 'cause' in without.error).toBe(false);
});
