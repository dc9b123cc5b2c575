import { expect, test } from 'vitest';
import { buildQuality } from './build-quality.ts';
import { advance, type DownloaderEvent, type DownloaderState, initialState } from './downloader-state.ts';

const link = 'https://www.threads.com/@maker/post/C1';
const found = { qualities: [buildQuality()], post: null };
const problem = { text: 'No.', postUrl: null };

function after(...events: DownloaderEvent[]): DownloaderState {
  return events.reduce(advance, initialState);
}

const extracting = [
  { type: 'typed', link },
  { type: 'extract', link },
] as const satisfies DownloaderEvent[];
const verifying = [...extracting, { type: 'found', found }] as const satisfies DownloaderEvent[];

test('the stages follow each other: input, extracting, verifying, downloading', () => {
  expect(after().stage).toBe('input');
  expect(after(...extracting).stage).toBe('extracting');
  expect(after(...verifying)).toMatchObject({ stage: 'verifying', link, found, isVerified: false });
  const verified = after(...verifying, { type: 'verified' });
  expect(verified).toMatchObject({ stage: 'verifying', isVerified: true });
  expect(advance(verified, { type: 'download-chosen' }).stage).toBe('downloading');
});

test('no download begins before verification', () => {
  expect(after(...verifying, { type: 'download-chosen' }).stage).toBe('verifying');
});

test('a failure returns to input, keeps the link and says why', () => {
  expect(after(...extracting, { type: 'failed', problem })).toEqual({ ...initialState, link, problem });
});

test('a new extraction clears what the last one left', () => {
  const state = after(...extracting, { type: 'failed', problem }, { type: 'extract', link });
  expect(state).toMatchObject({ stage: 'extracting', problem: null });
});

test('a refused link is named until it is changed', () => {
  const refused = after({ type: 'typed', link: 'x' }, { type: 'link-refused' });
  expect(refused).toMatchObject({ stage: 'input', isLinkRefused: true, link: 'x' });
  expect(advance(refused, { type: 'typed', link: 'xy' }).isLinkRefused).toBe(false);
});

test('a new sum takes the verification back', () => {
  const state = after(
    ...verifying,
    { type: 'verified' },
    { type: 'download-chosen' },
    { type: 'unverified' },
  );
  expect(state).toMatchObject({ stage: 'verifying', isVerified: false, found });
});

test('renewed addresses change nothing else', () => {
  const qualities = [buildQuality({ url: '/media/new' })];
  const before = after(...verifying, { type: 'verified' });
  expect(advance(before, { type: 'renewed', of: found, qualities })).toEqual({
    ...before,
    found: { qualities, post: null },
  });
});

test('the ZIP goes with its addresses, unless they brought a newer one', () => {
  const { qualities } = found;
  const before = { ...after(...verifying), found: { ...found, zipUrl: '/media/zip/old' } };
  const renewed = { type: 'renewed', of: before.found, qualities } as const;
  expect(advance(before, { ...renewed, zipUrl: '/media/zip/new' }).found).toEqual({
    ...found,
    zipUrl: '/media/zip/new',
  });
  expect(advance(before, renewed).found).toEqual(found);
});

test('a thread takes the place of its post, and the sum that was solved stays solved', () => {
  const thread = { ...found, qualities: [buildQuality(), buildQuality({ itemId: 'second', index: 2 })] };
  const before = after(...verifying, { type: 'verified' }, { type: 'download-chosen' });
  expect(advance(before, { type: 'widened', found: thread })).toEqual({ ...before, found: thread });
  expect(advance(after(...verifying), { type: 'widened', found: thread }).isVerified).toBe(false);
});

test('addresses that were asked for before the thread came take nothing of it away', () => {
  const [first, second] = [buildQuality(), buildQuality({ itemId: 'second', index: 2 })];
  const thread = { ...found, qualities: [first, second], zipUrl: '/media/zip/thread' };
  const renewed = { ...first, url: '/media/new' };
  const state = after(
    ...verifying,
    { type: 'widened', found: thread },
    { type: 'renewed', of: found, qualities: [renewed] },
  );
  expect(state.found).toEqual({ ...thread, qualities: [renewed, second] });
});

test('reset returns to an empty input from every stage', () => {
  for (const events of [extracting, verifying, [...verifying, { type: 'verified' } as const]]) {
    expect(after(...events, { type: 'reset' })).toEqual(initialState);
  }
});

test('an answer that comes after a reset is not taken', () => {
  expect(after(...extracting, { type: 'reset' }, { type: 'found', found })).toEqual(initialState);
  expect(after(...extracting, { type: 'reset' }, { type: 'failed', problem })).toEqual(initialState);
  expect(after({ type: 'renewed', of: found, qualities: [] })).toEqual(initialState);
  expect(after({ type: 'widened', found })).toEqual(initialState);
});

test('a stopped extraction returns to input with its link, and its answer is not taken', () => {
  const stopped = after(...extracting, { type: 'stopped' });
  expect(stopped).toEqual({ ...initialState, link });
  expect(advance(stopped, { type: 'found', found })).toEqual(stopped);
  const shown = after(...verifying);
  expect(advance(shown, { type: 'stopped' })).toEqual(shown);
});

test('the link cannot be changed while its post is read', () => {
  expect(after(...extracting, { type: 'typed', link: 'other' }).link).toBe(link);
});
