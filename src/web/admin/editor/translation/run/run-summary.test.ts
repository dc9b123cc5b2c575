import { describe, expect, test } from 'vitest';
import { createTranslator } from '#i18n/translator.ts';
import { messages } from '#test/support/messages.ts';
import { type RunStep, targetLocales } from '#translation/contract.ts';
import { runWith, stepWith } from '../fixtures/runs.ts';
import { getRunOutcome, getStepGroup, isStepRetryable } from './run-state.ts';
import {
  countPublishedLanguages,
  findTaskLink,
  getRunPercent,
  isStepFailed,
  runResultMessage,
  taskReasonMessages,
  taskStatusLabel,
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
  test.each([
    ['live until the run has ended', [steps.published], { ended_at: null }, 'live'],
    ['complete if everything requested is published', [steps.published], {}, 'all'],
    ['never published if drafts were requested', [steps.draft], { choice: 'drafts' }, 'drafts'],
    ['preserved if content of users was left unchanged', [steps.published, steps.human], {}, 'preserved'],
    ['incomplete if a language failed', [steps.fallback], { status: 'done_with_errors' }, 'incomplete'],
    ['cancelled if the run was cancelled', [steps.cancelled], { status: 'cancelled' }, 'cancelled'],
  ] as const)('is %s', (_, runSteps, part, outcome) => {
    expect(getRunOutcome(runWith([...runSteps], { ...finished, status: 'done', ...part }))).toBe(outcome);
  });

  test('an incomplete run never reaches 100 percent', () => {
    const failed = { ...finished, status: 'done_with_errors', percent: 100 } as const;
    expect(getRunPercent(runWith([steps.published, steps.fallback], failed))).toBe(66);
  });
});

const t = createTranslator('en', messages.en);
const post = { id: 'de', slug: 'a-de', origin: 'human' } as const;
const humanStep = (status: 'draft' | 'published') =>
  stepWith({
    locale: 'de',
    status: status === 'draft' ? 'saved' : 'published',
    code: 'translation.human',
    post: { ...post, status },
  });

const toResult = (step: RunStep) =>
  runResultMessage(t, runWith([step], { status: 'done' }), 'preserved', 'open');

test('a published post by users counts as published, a draft does not', () => {
  expect(toResult(humanStep('published')).title).toBe('Publishing Complete!');
  expect(toResult(humanStep('draft'))).toEqual({
    title: 'Translation complete',
    text: 'Languages published: 1 of 2. Text edited by hand was left unchanged.',
  });
});

test('a run in all ten languages says so', () => {
  const all = targetLocales('en').map((locale) => stepWith({ locale }));
  expect(runResultMessage(t, runWith(all), 'all', 'leaving').text).toBe(
    'Your post has been published across all languages. Redirecting...',
  );
});

test('a run that nobody cancelled says why it ended', () => {
  const step = stepWith({ locale: 'de', status: 'cancelled', code: 'run.withdrawn', post: null });
  const run = runWith([step], { status: 'cancelled' });
  expect(runResultMessage(t, run, 'cancelled', 'open')).toEqual({
    title: 'Translation stopped',
    text: 'The post was unpublished in the meantime. Completed translations are kept. Languages published: 1 of 2.',
  });
  const cancelledRun = runWith([{ ...step, code: null }], { status: 'cancelled' });
  expect(runResultMessage(t, cancelledRun, 'cancelled', 'open').title).toBe('Translation canceled');
});

test.each([
  ['draft', 'A draft with the original text was saved instead.'],
  ['published', 'Readers see a post with the original text instead.'],
] as const)('a fallback with the original’s text and the status %s is described', (status, message) => {
  const standIn = stepWith({
    locale: 'th',
    status: 'fallback',
    code: 'model.refused',
    post: { ...post, status, origin: 'untranslated' },
  });
  expect(taskReasonMessages(t, standIn).at(-1)).toBe(message);
});

test('a language counts as done for readers only if they see the text of this run', () => {
  const edited = stepWith({ locale: 'de', status: 'saved', code: 'translation.edited' });
  const run = runWith([stepWith({ locale: 'fr' }), edited], { status: 'done_with_errors', ...finished });
  expect(runResultMessage(t, run, 'incomplete', 'open')).toEqual({
    title: 'Not every language is done',
    text: 'Languages in which readers see the new text: 2 of 3.',
  });
  expect(taskReasonMessages(t, edited).at(-1)).toBe('Readers still see the older text.');
});

test.each([
  ['Ada', 'Waiting for Ada to publish this translation.'],
  [null, 'This language has no reviewer who can publish. Publish the translation yourself.'],
])('a language that waits for its reviewer (%s) says who publishes it', (reviewer, message) => {
  const step = stepWith({ locale: 'de', status: 'saved', code: 'translation.held', reviewer });
  expect(taskReasonMessages(t, step)).toEqual([message, 'Readers still see the older text.']);
});

test('a language that could not be read a second time is to be reviewed or tried again', () => {
  const step = stepWith({ locale: 'de', status: 'saved', code: 'translation.unread' });
  expect(taskStatusLabel(t, step)).toBe(t('admin.run.status.review'));
  expect(isStepFailed(step)).toBe(true);
  expect(taskReasonMessages(t, step)[0]).toContain('Try again later');
});

test('a reason of a newer server is not known before the page is loaded again', () => {
  const step = stepWith({ locale: 'de', status: 'saved', code: 'translation.newer' as never });
  expect(taskReasonMessages(t, step)[0]).toBe('Reload the page to see the reason.');
  expect(getStepGroup(step)).toBe('attention');
});

test('an incomplete run of drafts says that nothing was published', () => {
  const run = runWith([steps.draft, steps.review], {
    choice: 'drafts',
    status: 'done_with_errors',
    ...finished,
  });
  expect(runResultMessage(t, run, 'incomplete', 'open').text).toBe(
    'Languages done: 2 of 3. Nothing was published.',
  );
});

test('the card speaks of a change only if there was one', () => {
  const run = runWith([steps.published]);
  expect(runResultMessage(t, run, 'all', 'open').text).toBe(
    'Your post has been published in the languages you chose.',
  );
  expect(runResultMessage(t, run, 'all', 'changed').text).toMatch(/^The post has changed since/);
});

test.each([
  ['draft', 'Review: German', '/admin/blog/en/translate?to=de'],
  ['review', 'Review: French', '/admin/blog/en/review#fr'],
  ['waits', 'Open: Italian', '/admin/blog/it'],
  ['published', undefined, undefined],
  ['fallback', undefined, undefined],
  ['cancelled', undefined, undefined],
] as const)('a language that is %s links to what is left to do: %s', (name, label, href) => {
  const link = findTaskLink(t, runWith([steps[name]]), steps[name]);
  expect([link?.label, link?.href]).toEqual([label, href]);
});

test('only languages that failed are offered to be retried together', () => {
  const retryable = Object.entries(steps).filter(([, step]) => isStepRetryable(step));
  expect(retryable.map(([name]) => name)).toEqual(['fallback', 'cancelled']);
});
