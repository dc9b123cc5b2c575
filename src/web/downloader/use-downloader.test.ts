import { expect, test } from 'vitest';
import type { FormAnswer } from './answer-form.ts';
import { buildQuality } from './build-quality.ts';
import { initialState } from './downloader-state.ts';
import { startState } from './use-downloader.ts';

const link = 'https://www.threads.com/@maker/post/C1';
const quality = buildQuality();
const unsolved: FormAnswer = {
  link,
  extraction: { ok: true, value: { qualities: [quality], post: null } },
  isVerified: false,
  otherLinks: [],
  verification: { challenge: { left: 1, right: 2 }, token: 'sealed', isWrong: false },
};
const found = { qualities: [quality], post: null };

test('a page begins empty, or at the fault that led to it', () => {
  const problem = { text: 'This address has expired.', postUrl: null };
  expect(startState(null, null)).toEqual(initialState);
  expect(startState(problem, null)).toEqual({ ...initialState, problem });
});

test('a page takes up where a plain form led: to the sum, or to the downloads', () => {
  expect(startState(null, unsolved)).toEqual({ ...initialState, stage: 'verifying', link, found });
  const solved = { ...unsolved, isVerified: true, verification: null };
  expect(startState(null, solved)).toEqual({
    ...initialState,
    stage: 'downloading',
    link,
    found,
    isVerified: true,
  });
});

test('a form that found nothing keeps its link and says why', () => {
  const error = { text: 'Gone.', postUrl: null };
  expect(startState(null, { ...unsolved, extraction: { ok: false, error } })).toEqual({
    ...initialState,
    link,
    problem: error,
  });
});

test('a link that came with the address stands in the field; a text without one is refused there', () => {
  expect(startState(null, null, link)).toEqual({ ...initialState, link });
  expect(startState(null, null, 'hello')).toEqual({
    ...initialState,
    link: 'hello',
    isLinkRefused: true,
  });
});
