import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fieldsWith, openDraft, openQueue, written } from '#test/support/fake-draft-server.ts';
import { localDraftDelayMs, localDraftLifetimeMs } from '../../../contract.ts';
import { createLocalDrafts, type DraftStorage, isDraftSaved, syncLocalDraft } from './local-drafts.ts';
import type { SaveQueue } from './save-queue.ts';

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => void vi.useRealTimers());

/** In-memory storage that rejects entries longer than `capacity`. */
function createFakeStorage(capacity = 1_000_000): DraftStorage & { entries: Map<string, string> } {
  const entries = new Map<string, string>();
  return {
    entries,
    get length() {
      return entries.size;
    },
    key: (index) => [...entries.keys()][index] ?? null,
    getItem: (key) => entries.get(key) ?? null,
    setItem(key, text) {
      if (text.length > capacity) throw new DOMException('full', 'QuotaExceededError');
      entries.set(key, text);
    },
    removeItem: (key) => void entries.delete(key),
  };
}

const neverOpen = () => false;
const createDrafts = (storage: DraftStorage, page: string, userId = 'ada') =>
  createLocalDrafts(storage, userId, page);

function openEditor(storage: DraftStorage, page: string) {
  const { fakeServer, queue } = openDraft(written);
  const localDrafts = createDrafts(storage, page);
  return { fakeServer, queue, localDrafts, draftSync: syncLocalDraft(queue, localDrafts, () => 'post') };
}

test('typed text is stored within half a second and removed once the server has it', async () => {
  const storage = createFakeStorage();
  const { queue } = openEditor(storage, 'one');
  queue.change({ title: 'AB' });
  queue.change({ title: 'ABC' });
  await vi.advanceTimersByTimeAsync(localDraftDelayMs);
  expect(createDrafts(storage, 'two').listRecoverable('post', neverOpen)).toMatchObject([
    { at: localDraftDelayMs, copy: { version: 1, fields: { title: 'ABC' }, base: written } },
  ]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(queue.getSnapshot().state.kind).toBe('saved');
  expect(storage.entries.size).toBe(0);
});

test('the draft has the id of a save before the request is sent, and tells whether it has the same text', async () => {
  const storage = createFakeStorage();
  const { fakeServer, queue } = openEditor(storage, 'one');
  const readSaves = () =>
    createDrafts(storage, 'two').listRecoverable('post', neverOpen)[0]?.copy.unconfirmed;
  fakeServer.fates.push('late');
  queue.change({ title: 'AB' });
  await vi.advanceTimersByTimeAsync(localDraftDelayMs);
  expect(readSaves()).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1500 - localDraftDelayMs);
  const id = fakeServer.stored()?.save_id;
  expect(readSaves()).toEqual([{ id, isSame: true }]);
  queue.change({ title: 'ABC' });
  await vi.advanceTimersByTimeAsync(localDraftDelayMs);
  expect(readSaves()).toEqual([{ id, isSame: false }]);
});

test('a draft whose save was stored without a response counts as saved, unless another version came after it', async () => {
  const storage = createFakeStorage();
  const { fakeServer, queue } = openEditor(storage, 'one');
  const isSavedIn = (page: SaveQueue) => {
    const [stored] = createDrafts(storage, 'two').listRecoverable('post', neverOpen);
    return stored && isDraftSaved(stored, page.getSnapshot());
  };
  fakeServer.fates.push('lost');
  // The server stores it without the empty paragraph.
  queue.change({ content: `${written.content}<p></p>` });
  await vi.advanceTimersByTimeAsync(1500);
  queue.stop();
  expect(isSavedIn(openQueue(fakeServer).queue)).toBe(true);
  fakeServer.other({ title: 'theirs' }, { isEarlierVersion: true });
  expect(isSavedIn(openQueue(fakeServer).queue)).toBe(false);
});

test('the draft of an open page is not listed, and two pages never share a draft', async () => {
  const storage = createFakeStorage();
  const [first, second] = [openEditor(storage, 'one'), openEditor(storage, 'two')];
  first.queue.change({ title: 'by one' });
  second.queue.change({ title: 'by two' });
  first.draftSync.flush();
  await vi.advanceTimersByTimeAsync(1);
  second.draftSync.flush();
  const third = createDrafts(storage, 'three');
  expect(third.listRecoverable('post', neverOpen).map(({ copy }) => copy.fields.title)).toEqual([
    'by two',
    'by one',
  ]);
  expect(
    third.listRecoverable('post', (page) => page === 'two').map(({ copy }) => copy.fields.title),
  ).toEqual(['by one']);
  expect(first.localDrafts.listRecoverable('post', neverOpen).map(({ copy }) => copy.fields.title)).toEqual([
    'by two',
  ]);
  expect(third.listRecoverable('another post', neverOpen)).toEqual([]);
  expect(createDrafts(storage, 'three', 'bob').listRecoverable('post', neverOpen)).toEqual([]);
});

test('drafts are deleted when they expire and on sign-out', () => {
  const storage = createFakeStorage();
  storage.setItem('another key', 'stays');
  storage.setItem('unspool.draft:ada:post:broken', '{');
  const { queue, draftSync, localDrafts } = openEditor(storage, 'one');
  queue.change({ title: 'AB' });
  draftSync.flush();
  vi.setSystemTime(localDraftLifetimeMs);
  localDrafts.removeExpired();
  expect(createDrafts(storage, 'two').listRecoverable('post', neverOpen)).toHaveLength(1);
  vi.setSystemTime(localDraftLifetimeMs + 1);
  localDrafts.removeExpired();
  expect([...storage.entries.keys()]).toEqual(['another key']);

  queue.change({ title: 'ABC' });
  draftSync.flush();
  draftSync.discard();
  localDrafts.clear();
  // As when a save is retried and the page is left.
  queue.wake();
  void queue.flush();
  draftSync.flush();
  expect([...storage.entries.keys()]).toEqual(['another key']);
  queue.change({ title: 'typed after all' });
  draftSync.flush();
  expect(storage.entries.size).toBe(2);
});

test('if the storage is full, an older draft does not remain as the newest', () => {
  const storage = createFakeStorage(2000);
  const { queue, draftSync } = openEditor(storage, 'one');
  queue.change({ title: 'AB' });
  draftSync.flush();
  expect(storage.entries.size).toBe(1);
  queue.change({ content: fieldsWith({ content: 'x'.repeat(3000) }).content });
  draftSync.flush();
  expect(storage.entries.size).toBe(0);
});
