import { describe, expect, test } from 'vitest';
import type { RunStep } from '#assistant/contract.ts';
import { runWith, stepWith } from './fixtures/runs.ts';
import { groupOf, isFailed, outcomeOf, percentOf, publishedOf } from './run-view.ts';

const steps = {
  queued: stepWith({ locale: 'es', status: 'queued', post: null }),
  published: stepWith({ locale: 'de' }),
  draft: stepWith({ locale: 'de', status: 'saved' }),
  review: stepWith({ locale: 'fr', status: 'saved', code: 'translation.review' }),
  waits: stepWith({ locale: 'it', status: 'saved', code: 'translation.waits' }),
  edited: stepWith({ locale: 'pt', status: 'saved', code: 'translation.edited' }),
  human: stepWith({ locale: 'zh', status: 'published', code: 'translation.human' }),
  fallback: stepWith({
    ...{ locale: 'vi', status: 'fallback', code: 'model.refused' },
    post: { id: 'vi', slug: 'a-vi', status: 'draft', origin: 'untranslated' },
  }),
  cancelled: stepWith({ locale: 'id', status: 'cancelled', post: null }),
} satisfies Record<string, RunStep>;
const over = { ended_at: '2026-01-01T00:00:00.000Z' } as const;

describe('on the card', () => {
  test.each([
    ['queued', 'coming', false],
    ['published', 'completed', false],
    ['draft', 'completed', false],
    ['review', 'attention', true],
    ['waits', 'attention', true],
    ['edited', 'attention', true],
    ['human', 'attention', false],
    ['fallback', 'attention', true],
    ['cancelled', 'attention', true],
  ] as const)('a language that is %s is among the %s; to be tried again: %s', (name, group, failed) => {
    expect([groupOf(steps[name]), isFailed(steps[name])]).toEqual([group, failed]);
  });

  test('the original is completed from the start', () => {
    expect(groupOf(stepWith({ locale: 'en', kind: 'original', status: 'saved' }))).toBe('completed');
  });

  test('what stands in for a translation counts as published nowhere, even where somebody published it', () => {
    const post = { id: 'vi', slug: 'a-vi', status: 'published', origin: 'untranslated' } as const;
    const standIn = stepWith({ locale: 'vi', status: 'fallback', code: 'model.refused', post });
    expect(publishedOf(runWith([steps.published, standIn]))).toBe(2);
  });
});

describe('a run', () => {
  test('is live until it has ended, whatever its languages say', () => {
    expect(outcomeOf(runWith([steps.published]))).toBe('live');
  });
  test('is complete where all that was chosen is published', () => {
    expect(outcomeOf(runWith([steps.published], { ...over, status: 'done' }))).toBe('all');
  });
  test('never counts as published where drafts were asked for', () => {
    expect(outcomeOf(runWith([steps.draft], { ...over, status: 'done', choice: 'drafts' }))).toBe('drafts');
  });
  test('says so where what belongs to people was left alone', () => {
    expect(outcomeOf(runWith([steps.published, steps.human], { ...over, status: 'done' }))).toBe('kept');
  });
  test('is in trouble where one language is not done, and ended where it was cancelled', () => {
    const failed = { ...over, status: 'done_with_errors' } as const;
    const run = runWith([steps.published, steps.fallback], { ...failed, percent: 100 });
    expect([outcomeOf(run), percentOf(run)]).toEqual(['trouble', 66]);
    expect(outcomeOf(runWith([steps.cancelled], { ...over, status: 'cancelled' }))).toBe('cancelled');
  });
});
