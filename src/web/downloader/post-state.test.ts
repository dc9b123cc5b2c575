import { expect, test } from 'vitest';
import { buildQuality } from '#test/support/build-quality.ts';
import {
  type ExtractedMedia,
  type ExtractionProblem,
  extractingPost,
  type PostEvent,
  updatePost,
  waitingPost,
} from './post-state.ts';

const found: ExtractedMedia = { qualities: [buildQuality()], post: null };
const problem: ExtractionProblem = { text: 'No.', post: null };
const words: ExtractionProblem = { ...problem, isWordsOnly: true };
const thread = { ...found, qualities: [buildQuality(), buildQuality({ itemId: 'second', index: 2 })] };

const after = (...events: PostEvent[]) => events.reduce(updatePost, extractingPost);

test('a post that is read is found or has failed, and a later response is ignored', () => {
  expect(after({ type: 'found', found })).toEqual({ phase: 'found', found, problem: null });
  const failed = after({ type: 'failed', problem });
  expect(failed).toEqual({ phase: 'failed', found: null, problem });
  expect(updatePost(failed, { type: 'found', found })).toBe(failed);
});

test('nothing happens to a post that waits', () => {
  const events: PostEvent[] = [
    { type: 'found', found },
    { type: 'failed', problem },
    { type: 'renewed', requestedFor: found, qualities: [] },
    { type: 'thread-expanded', found },
    { type: 'words-expanded', problem },
  ];
  for (const event of events) expect(updatePost(waitingPost, event)).toBe(waitingPost);
});

test('a renewal replaces the ZIP URL or removes it', () => {
  const { qualities } = found;
  const zipped = { ...found, zipUrl: '/media/zip/old' };
  const renewed = { type: 'renewed', requestedFor: zipped, qualities } as const;
  const before = after({ type: 'found', found: zipped });
  const newer = { ...found, zipUrl: '/media/zip/new' };
  expect(updatePost(before, { ...renewed, zipUrl: newer.zipUrl }).found).toEqual(newer);
  expect(updatePost(before, renewed).found).toEqual(found);
});

test('a renewal requested before the thread arrived keeps the thread', () => {
  const [first, second] = thread.qualities;
  const renewed = buildQuality({ ...first, url: '/media/new' });
  const zipped = { ...thread, zipUrl: '/media/zip/thread' };
  const state = after(
    { type: 'found', found },
    { type: 'thread-expanded', found: zipped },
    { type: 'renewed', requestedFor: found, qualities: [renewed] },
  );
  expect(state.found).toEqual({ ...zipped, qualities: [renewed, second] });
});

test('a post with only words becomes its thread, with media or without, and no other failure does', () => {
  const longer = { ...words, text: 'Longer.' };
  expect(after({ type: 'failed', problem: words }, { type: 'thread-expanded', found: thread }).found).toBe(
    thread,
  );
  expect(after({ type: 'failed', problem: words }, { type: 'words-expanded', problem: longer }).problem).toBe(
    longer,
  );
  expect(after({ type: 'failed', problem }, { type: 'thread-expanded', found: thread }).found).toBeNull();
});
