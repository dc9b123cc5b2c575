import { expect, test } from 'vitest';
import en from '#i18n/messages/en.json' with { type: 'json' };
import { createTranslator } from '#i18n/translator.ts';
import type { RunStep } from '#translation/contract.ts';
import { runWith, stepWith } from './fixtures/runs.ts';
import { runResultMessage, taskReasonMessages } from './run-messages.ts';

const t = createTranslator('en', en);
const post = { id: 'de', slug: 'a-de', origin: 'human' } as const;
const humanStep = (status: 'draft' | 'published') =>
  stepWith({
    locale: 'de',
    status: status === 'draft' ? 'saved' : 'published',
    code: 'translation.human',
    post: { ...post, status },
  });

const toResult = (step: RunStep) =>
  runResultMessage(t, runWith([step], { status: 'done' }), 'preserved', false);

test('a published post by users counts as published, a draft does not', () => {
  expect(toResult(humanStep('published')).title).toBe('Publishing Complete!');
  expect(toResult(humanStep('draft'))).toEqual({
    title: 'Translation complete',
    text: '1 of 2 languages are published. What someone had edited by hand was left as it is.',
  });
});

test('a run that nobody cancelled says why it ended', () => {
  const step = stepWith({ locale: 'de', status: 'cancelled', code: 'run.withdrawn', post: null });
  const run = runWith([step], { status: 'cancelled' });
  expect(runResultMessage(t, run, 'cancelled', false)).toEqual({
    title: 'Translation stopped',
    text: 'The post was no longer published. What was done stays: 1 of 2 languages are published.',
  });
  const cancelledRun = runWith([{ ...step, code: null }], { status: 'cancelled' });
  expect(runResultMessage(t, cancelledRun, 'cancelled', false).title).toBe('Translation cancelled');
});

test.each([
  ['draft', 'A draft with the original’s words stands in. It is not published.'],
  ['published', 'A post with the original’s words stands in, and readers see it.'],
] as const)('a fallback with the original’s text and the status %s is described', (status, message) => {
  const standIn = stepWith({
    locale: 'th',
    status: 'fallback',
    code: 'model.refused',
    post: { ...post, status, origin: 'untranslated' },
  });
  expect(taskReasonMessages(t, standIn).at(-1)).toBe(message);
});
