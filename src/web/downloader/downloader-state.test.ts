import { expect, test } from 'vitest';
import { buildQuality } from '#test/support/build-quality.ts';
import {
  type DownloaderEvent,
  type DownloaderState,
  downloaderReducer,
  initialDownloaderState,
} from './downloader-state.ts';
import type { ExtractedMedia } from './post-state.ts';

const link = 'https://www.threads.com/@maker/post/C1';
const found: ExtractedMedia = { qualities: [buildQuality()], post: null };
const problem = { text: 'No.', post: null };

function after(...events: DownloaderEvent[]): DownloaderState {
  return events.reduce(downloaderReducer, initialDownloaderState);
}

const extracting = [
  { type: 'link-changed', link },
  { type: 'extract', link },
] as const satisfies DownloaderEvent[];
const foundEvent = { type: 'found', found } as const satisfies DownloaderEvent;
const verifying = [...extracting, foundEvent] as const satisfies DownloaderEvent[];

test('a link waits, is extracted and found, and then verified', () => {
  expect(after().phase).toBe('waiting');
  expect(after(...extracting).phase).toBe('extracting');
  expect(after(...verifying)).toMatchObject({ phase: 'found', link, found, isVerified: false });
  expect(after(...verifying, { type: 'verified' })).toMatchObject({ phase: 'found', isVerified: true });
});

test('nothing is verified before it is found', () => {
  expect(after({ type: 'verified' })).toBe(initialDownloaderState);
  expect(after(...extracting, { type: 'verified' }).isVerified).toBe(false);
});

test('a failed extraction returns to input with the link and the problem', () => {
  expect(after(...extracting, { type: 'failed', problem })).toEqual({
    ...initialDownloaderState,
    phase: 'failed',
    link,
    problem,
  });
});

test('a new extraction clears the previous problem', () => {
  const state = after(...extracting, { type: 'failed', problem }, { type: 'extract', link });
  expect(state).toMatchObject({ phase: 'extracting', problem: null });
});

test('an invalid link stays marked until it is edited', () => {
  const rejected = after({ type: 'link-changed', link: 'x' }, { type: 'link-rejected' });
  expect(rejected).toMatchObject({ phase: 'waiting', isLinkInvalid: true, link: 'x' });
  expect(downloaderReducer(rejected, { type: 'link-changed', link: 'xy' }).isLinkInvalid).toBe(false);
});

test('retries of a link are counted until another attempt or a result', () => {
  const failed = { type: 'failed', problem } as const;
  const retry = { type: 'extract', link, isRetry: true } as const;
  const retried = after(...extracting, failed, retry, failed, retry);
  expect(retried.retries).toBe(2);
  expect(downloaderReducer(retried, { type: 'found', found }).retries).toBe(0);
  expect(after(...extracting, failed, retry, failed, { type: 'extract', link }).retries).toBe(0);
});

test('renewed URLs change nothing else', () => {
  const qualities = [buildQuality({ url: '/media/new' })];
  const before = after(...verifying, { type: 'verified' });
  expect(downloaderReducer(before, { type: 'renewed', requestedFor: found, qualities })).toEqual({
    ...before,
    found: { qualities, post: null },
  });
});

test('a thread replaces its post and the verification stays', () => {
  const thread = { ...found, qualities: [buildQuality(), buildQuality({ itemId: 'second', index: 2 })] };
  const before = after(...verifying, { type: 'verified' });
  expect(downloaderReducer(before, { type: 'thread-expanded', found: thread })).toEqual({
    ...before,
    found: thread,
  });
  expect(after(...verifying, { type: 'thread-expanded', found: thread }).isVerified).toBe(false);
});

test('reset returns to an empty input from every phase', () => {
  for (const events of [extracting, verifying, [...verifying, { type: 'verified' } as const]]) {
    expect(after(...events, { type: 'reset' })).toEqual(initialDownloaderState);
  }
});

test('a response that arrives after a reset is ignored', () => {
  expect(after(...extracting, { type: 'reset' }, foundEvent)).toEqual(initialDownloaderState);
  expect(after(...extracting, { type: 'reset' }, { type: 'failed', problem })).toEqual(
    initialDownloaderState,
  );
  expect(after({ type: 'renewed', requestedFor: found, qualities: [] })).toEqual(initialDownloaderState);
  expect(after({ type: 'thread-expanded', found })).toEqual(initialDownloaderState);
});

test('a stopped extraction returns to input with its link and ignores its response', () => {
  const stopped = after(...extracting, { type: 'stopped' });
  expect(stopped).toEqual({ ...initialDownloaderState, link });
  expect(downloaderReducer(stopped, foundEvent)).toEqual(stopped);
  const state = after(...verifying);
  expect(downloaderReducer(state, { type: 'stopped' })).toEqual(state);
});

test('the link cannot be edited during an extraction', () => {
  expect(after(...extracting, { type: 'link-changed', link: 'other' }).link).toBe(link);
});
