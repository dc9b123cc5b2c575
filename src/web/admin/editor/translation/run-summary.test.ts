import { describe, expect, test } from 'vitest';
import type { RunStep } from '#translation/contract.ts';
import { runWith, stepWith } from './fixtures/runs.ts';
import {
  countPublishedLanguages,
  getRunOutcome,
  getRunPercent,
  getStepGroup,
  isStepFailed,
} from './run-summary.ts';

const steps = {
  queued: stepWith({ locale: 'es', status: 'queued', post: null }),
  published: stepWith({ locale: 'de' }),
  draft: stepWith({ locale: 'de', status: 'saved' }),
  review: stepWith({ locale: 'fr', status: 'saved', code: 'translation.review' }),
  waits: stepWith({ locale: 'it', status: 'saved', code: 'translation.waits' }),
  edited: stepWith({ locale: 'pt', status: 'saved', code: 'translation.edited' }),
  human: stepWith({ locale: 'zh', status: 'published', code: 'translation.human' }),
  fallback: stepWith({
    locale: 'vi',
    status: 'fallback',
    code: 'model.refused',
    post: { id: 'vi', slug: 'a-vi', status: 'draft', origin: 'untranslated' },
  }),
  cancelled: stepWith({ locale: 'id', status: 'cancelled', post: null }),
} satisfies Record<string, RunStep>;
const finished = { ended_at: '2026-01-01T00:00:00.000Z' } as const;

describe('on the card', () => {
  test.each([
    ['queued', 'pending', false],
    ['published', 'completed', false],
    ['draft', 'completed', false],
    ['review', 'attention', true],
    ['waits', 'attention', true],
    ['edited', 'attention', true],
    ['human', 'attention', false],
    ['fallback', 'attention', true],
    ['cancelled', 'attention', true],
  ] as const)('a language that is %s is listed as %s; can be retried: %s', (name, group, failed) => {
    expect([getStepGroup(steps[name]), isStepFailed(steps[name])]).toEqual([group, failed]);
  });

  test('the original is completed from the start', () => {
    expect(getStepGroup(stepWith({ locale: 'en', kind: 'original', status: 'saved' }))).toBe('completed');
  });

  test('a fallback never counts as published', () => {
    const post = { id: 'vi', slug: 'a-vi', status: 'published', origin: 'untranslated' } as const;
    const fallback = stepWith({ locale: 'vi', status: 'fallback', code: 'model.refused', post });
    expect(countPublishedLanguages(runWith([steps.published, fallback]))).toBe(2);
  });
});

describe('the outcome of a run', () => {
  test('is live until the run has ended', () => {
    expect(getRunOutcome(runWith([steps.published]))).toBe('live');
  });
  test('is complete if everything requested is published', () => {
    expect(getRunOutcome(runWith([steps.published], { ...finished, status: 'done' }))).toBe('all');
  });
  test('is never published if drafts were requested', () => {
    expect(getRunOutcome(runWith([steps.draft], { ...finished, status: 'done', choice: 'drafts' }))).toBe(
      'drafts',
    );
  });
  test('is preserved if content of users was left unchanged', () => {
    expect(getRunOutcome(runWith([steps.published, steps.human], { ...finished, status: 'done' }))).toBe(
      'preserved',
    );
  });
  test('is incomplete if a language failed, and cancelled if the run was cancelled', () => {
    const failed = { ...finished, status: 'done_with_errors' } as const;
    const run = runWith([steps.published, steps.fallback], { ...failed, percent: 100 });
    expect([getRunOutcome(run), getRunPercent(run)]).toEqual(['incomplete', 66]);
    expect(getRunOutcome(runWith([steps.cancelled], { ...finished, status: 'cancelled' }))).toBe('cancelled');
  });
});
