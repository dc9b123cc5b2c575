import { expect, test } from 'vitest';
import { buildQuality } from '#test/support/build-quality.ts';
import { initialDownloaderState } from './downloader-state.ts';
import type { ExtractionFormResult } from './extraction-form-action.ts';
import { createInitialState } from './use-downloader.ts';

const link = 'https://www.threads.com/@maker/post/C1';
const quality = buildQuality();
const unsolved: ExtractionFormResult = {
  link,
  extraction: { ok: true, value: { qualities: [quality], post: null } },
  isVerified: false,
  otherLinks: [],
  verification: { challenge: { left: 1, right: 2 }, token: 'sealed', isWrong: false },
};
const found = { qualities: [quality], post: null };

test('the initial state is empty or has the problem that led to the page', () => {
  const problem = { text: 'This link has expired.', post: null };
  expect(createInitialState(null, null)).toEqual(initialDownloaderState);
  expect(createInitialState(problem, null)).toEqual({ ...initialDownloaderState, phase: 'failed', problem });
});

test('the initial state continues a plain form at the sum or at the downloads', () => {
  expect(createInitialState(null, unsolved)).toEqual({
    ...initialDownloaderState,
    phase: 'found',
    link,
    found,
  });
  const solved = { ...unsolved, isVerified: true, verification: null };
  expect(createInitialState(null, solved)).toEqual({
    ...initialDownloaderState,
    phase: 'found',
    isVerified: true,
    link,
    found,
  });
});

test('a form without a result keeps its link and has the problem', () => {
  const error = { text: 'Gone.', post: null };
  expect(createInitialState(null, { ...unsolved, extraction: { ok: false, error } })).toEqual({
    ...initialDownloaderState,
    phase: 'failed',
    link,
    problem: error,
  });
});

test('a link from the page URL fills the field, and a text without a link is invalid', () => {
  expect(createInitialState(null, null, link)).toEqual({ ...initialDownloaderState, link });
  expect(createInitialState(null, null, 'hello')).toEqual({
    ...initialDownloaderState,
    link: 'hello',
    isLinkInvalid: true,
  });
});
