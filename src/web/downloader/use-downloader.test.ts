import { expect, test } from 'vitest';
import { english } from '../english.ts';
import type { FormAnswer } from './answer-form.ts';
import { buildQuality } from './build-quality.ts';
import { initialState } from './downloader-state.ts';
import { startState } from './use-downloader.ts';

const link = 'https://www.threads.com/@maker/post/C1';
const quality = buildQuality();
const unsolved: FormAnswer = {
  link,
  answer: { success: true, qualities: [quality] },
  isVerified: false,
  verification: { challenge: { left: 1, right: 2 }, token: 'sealed', isWrong: false },
};
const found = { qualities: [quality], post: null };

test('a page begins empty, or at the fault that led to it', () => {
  const problem = { text: 'This address has expired.', postUrl: null };
  expect(startState(english, null, null)).toEqual(initialState);
  expect(startState(english, problem, null)).toEqual({ ...initialState, problem });
});

test('a page takes up where a plain form led: to the sum, or to the downloads', () => {
  expect(startState(english, null, unsolved)).toEqual({ ...initialState, stage: 'verifying', link, found });
  const solved = { ...unsolved, isVerified: true, verification: null };
  expect(startState(english, null, solved)).toEqual({
    ...initialState,
    stage: 'downloading',
    link,
    found,
    isVerified: true,
  });
});

test('a form that found nothing keeps its link and says why', () => {
  const answer = { success: false, qualities: [], code: 'post.gone', error: 'Gone.' } as const;
  expect(startState(english, null, { ...unsolved, answer: { ...answer, qualities: [] } })).toEqual({
    ...initialState,
    link,
    problem: { text: 'Gone.', postUrl: null },
  });
});
