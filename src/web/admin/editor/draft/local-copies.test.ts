import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fieldsWith, openDraft, written } from '#test/support/pretend-desk.ts';
import { localCopyLifetimeMs, localCopyMs } from '../../../contract.ts';
import { keepCopy } from './keep-copy.ts';
import { type CopyStorage, createLocalCopies, forgetLocalCopies } from './local-copies.ts';

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => void vi.useRealTimers());

/** As a browser has it, with room for so many characters. */
function pretendStorage(room = 1_000_000): CopyStorage & { entries: Map<string, string> } {
  const entries = new Map<string, string>();
  return {
    entries,
    get length() {
      return entries.size;
    },
    key: (place) => [...entries.keys()][place] ?? null,
    getItem: (key) => entries.get(key) ?? null,
    setItem(key, text) {
      if (text.length > room) throw new DOMException('full', 'QuotaExceededError');
      entries.set(key, text);
    },
    removeItem: (key) => void entries.delete(key),
  };
}

const nobody = () => false;
const copiesOf = (storage: CopyStorage, page: string, writer = 'ada') =>
  createLocalCopies({ storage, writer, page, now: Date.now });

function editor(storage: CopyStorage, page: string) {
  const { desk, queue } = openDraft(written);
  const copies = copiesOf(storage, page);
  return { desk, queue, copies, kept: keepCopy(queue, copies, () => 'post') };
}

test('what is typed is kept within half a second, and no longer than until the server has it', async () => {
  const storage = pretendStorage();
  const { queue } = editor(storage, 'one');
  queue.change({ title: 'AB' });
  queue.change({ title: 'ABC' });
  await vi.advanceTimersByTimeAsync(localCopyMs);
  expect(copiesOf(storage, 'two').left('post', nobody)).toMatchObject([
    { at: localCopyMs, copy: { version: 1, fields: { title: 'ABC' }, base: written } },
  ]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(queue.snapshot().state.kind).toBe('saved');
  expect(storage.entries.size).toBe(0);
});

test('the copy of a page that is open is nobody else’s, and two pages never write to one', async () => {
  const storage = pretendStorage();
  const [one, two] = [editor(storage, 'one'), editor(storage, 'two')];
  one.queue.change({ title: 'by one' });
  two.queue.change({ title: 'by two' });
  one.kept.flush();
  await vi.advanceTimersByTimeAsync(1);
  two.kept.flush();
  const third = copiesOf(storage, 'three');
  expect(third.left('post', nobody).map(({ copy }) => copy.fields.title)).toEqual(['by two', 'by one']);
  expect(third.left('post', (page) => page === 'two').map(({ copy }) => copy.fields.title)).toEqual([
    'by one',
  ]);
  expect(one.copies.left('post', nobody).map(({ copy }) => copy.fields.title)).toEqual(['by two']);
  expect(third.left('another post', nobody)).toEqual([]);
  expect(copiesOf(storage, 'three', 'bob').left('post', nobody)).toEqual([]);
});

test('a copy is for as long as somebody may come back for it, and never longer than the sign-out', () => {
  const storage = pretendStorage();
  storage.setItem('another key', 'stays');
  storage.setItem('unspool.draft:ada:post:broken', '{');
  const { queue, kept, copies } = editor(storage, 'one');
  queue.change({ title: 'AB' });
  kept.flush();
  vi.setSystemTime(localCopyLifetimeMs);
  copies.forgetOld();
  expect(copiesOf(storage, 'two').left('post', nobody)).toHaveLength(1);
  vi.setSystemTime(localCopyLifetimeMs + 1);
  copies.forgetOld();
  expect([...storage.entries.keys()]).toEqual(['another key']);

  queue.change({ title: 'ABC' });
  kept.flush();
  kept.forget();
  forgetLocalCopies(storage);
  // As when a save is tried once more, and the page is left.
  queue.wake();
  void queue.flush();
  kept.flush();
  expect([...storage.entries.keys()]).toEqual(['another key']);
  queue.change({ title: 'typed after all' });
  kept.flush();
  expect(storage.entries.size).toBe(2);
});

test('where there is no room, an older text does not pose as the newest', () => {
  const storage = pretendStorage(2000);
  const { queue, kept } = editor(storage, 'one');
  queue.change({ title: 'AB' });
  kept.flush();
  expect(storage.entries.size).toBe(1);
  queue.change({ content: fieldsWith({ content: 'x'.repeat(3000) }).content });
  kept.flush();
  expect(storage.entries.size).toBe(0);
});
