import { expect, test } from 'vitest';
import { createSafeStorage } from '../../browser/storage.ts';
import { savedPostsLimit } from './settings-schema.ts';
import { createSettingsStore, savedPostsStorageKey, settingsStorageKey } from './settings-store.ts';

const start = Date.UTC(2026, 10, 22, 9);

/** In-memory storage; `simulatedError` makes it fail as if it were full or blocked. */
function createFakeStorage(simulatedError: { name: string | null } = { name: null }) {
  const items = new Map<string, string>();
  const check = () => {
    if (simulatedError.name) throw new DOMException('denied', simulatedError.name);
  };
  const storage: Storage = {
    get length() {
      if (simulatedError.name === 'SecurityError') check();
      return items.size;
    },
    key: () => null,
    clear: () => items.clear(),
    getItem(key) {
      if (simulatedError.name === 'SecurityError') check();
      return items.get(key) ?? null;
    },
    setItem(key, value) {
      check();
      items.set(key, value);
    },
    removeItem(key) {
      if (simulatedError.name === 'SecurityError') check();
      items.delete(key);
    },
  };
  return { items, storage, simulatedError };
}

function open(device = createFakeStorage()) {
  let time = start;
  const store = createSettingsStore(
    createSafeStorage(() => device.storage),
    () => {
      time += 1000;
      return time;
    },
  );
  return { ...device, memory: store };
}

const post = (code: string, username = 'maker') => ({
  url: `https://www.threads.com/@${username}/post/${code}`,
  author: { username, name: 'Maker' },
  publishedAt: '2026-11-21T08:00:00.000Z',
});

test('nothing is stored until history is on', () => {
  const { memory: store, items } = open();
  store.rememberPost(post('C111111'));
  expect(store.getState()).toEqual({
    settings: { template: '', history: false },
    posts: [],
    storageError: null,
  });
  expect(items.size).toBe(0);
});

test('posts are stored newest first, each once, and survive a reload', () => {
  const { memory: store, storage, items, simulatedError } = open();
  store.updateSettings({ history: true });
  for (const code of ['C111111', 'C222222', 'C111111']) store.rememberPost(post(code));
  expect(store.getState().posts.map(({ url }) => url.slice(-7))).toEqual(['C111111', 'C222222']);
  expect(open({ storage, items, simulatedError }).memory.getState()).toEqual(store.getState());
});

test('switching history off deletes the list, and so does clearing it', () => {
  const { memory: store, items } = open();
  store.updateSettings({ history: true });
  store.rememberPost(post('C111111'));
  store.updateSettings({ history: false });
  expect(store.getState().posts).toEqual([]);
  expect([...items.keys()]).toEqual([]);
  store.updateSettings({ history: true });
  store.rememberPost(post('C111111'));
  store.clearPosts();
  expect(store.getState().posts).toEqual([]);
  expect([...items.keys()]).toEqual([settingsStorageKey]);
});

test('an import applies its template and posts, can switch history on, and never deletes posts', () => {
  const { memory: store } = open();
  store.importFile({ settings: { template: '{user}', history: true } });
  store.rememberPost(post('C111111'));
  store.importFile({ settings: { template: '{code}', history: false } });
  expect(store.getState().settings).toEqual({ template: '{code}', history: true });
  const [entry] = store.getState().posts;
  expect(entry?.url).toBe(post('C111111').url);
  store.importFile({ posts: [{ ...entry, url: post('C222222').url } as typeof entry & object] });
  expect(store.getState().posts).toHaveLength(2);
});

test('a theme survives a reload, and an import without one keeps it', () => {
  const { memory: store, storage, items, simulatedError } = open();
  store.updateSettings({ theme: 'dark' });
  expect(open({ storage, items, simulatedError }).memory.getState().settings.theme).toBe('dark');
  store.importFile({ settings: { template: '{user}', history: false } });
  expect(store.getState().settings).toEqual({ template: '{user}', history: false, theme: 'dark' });
  store.updateSettings({ template: '', theme: undefined });
  expect([...items.keys()]).toEqual([]);
});

test('an imported post with a future date does not stay above later posts', () => {
  const { memory: store } = open();
  store.updateSettings({ history: true });
  const { url, publishedAt } = post('C111111');
  const futurePost = { url, username: 'maker', publishedAt, savedAt: '9999-12-31T23:59:59.999Z' };
  store.importFile({ posts: [futurePost] });
  store.rememberPost(post('C222222'));
  expect(store.getState().posts.map(({ url }) => url.slice(-7))).toEqual(['C222222', 'C111111']);
});

test('the oldest posts are dropped above the limit', () => {
  const { memory: store } = open();
  store.updateSettings({ history: true });
  for (let count = 0; count < savedPostsLimit + 3; count += 1)
    store.rememberPost(post(`C${100_000 + count}`));
  const { posts } = store.getState();
  expect(posts).toHaveLength(savedPostsLimit);
  expect(posts.at(-1)?.url.endsWith('C100003')).toBe(true);
});

test.each([
  ['QuotaExceededError', 'full'],
  ['NS_ERROR_DOM_QUOTA_REACHED', 'full'],
  ['SecurityError', 'blocked'],
])('on %s the store reports %s and keeps the changes in memory', (name, storageError) => {
  const { memory: store, simulatedError } = open();
  store.updateSettings({ history: true });
  simulatedError.name = name;
  store.updateSettings({ template: '{user}' });
  store.rememberPost(post('C111111'));
  expect(store.getState()).toMatchObject({
    settings: { template: '{user}', history: true },
    storageError,
  });
  expect(store.getState().posts).toHaveLength(1);
  simulatedError.name = null;
  store.rememberPost(post('C222222'));
  expect(store.getState().storageError).toBeNull();
  expect(store.getState().posts).toHaveLength(2);
});

test('a browser without storage is reported before the first write', () => {
  const none = createSettingsStore(
    createSafeStorage(() => null),
    () => start,
  );
  expect(none.getState().storageError).toBe('blocked');
});

test('changes from another tab are read and not overwritten', () => {
  const device = createFakeStorage();
  const first = open(device).memory;
  const other = open(device).memory;
  first.updateSettings({ history: true });
  first.rememberPost(post('C111111'));
  let changes = 0;
  const stop = other.subscribe(() => {
    changes += 1;
  });
  other.refresh();
  stop();
  expect([changes, other.getState().posts.length]).toEqual([1, 1]);
  first.updateSettings({ history: false });
  other.rememberPost(post('C222222'));
  expect(first.getState().posts).toEqual([]);
  expect(device.items.has(savedPostsStorageKey)).toBe(false);
});

test.each([
  ['{', '[]'],
  ['{"template":"{nobody}","history":true}', '[]'],
  ['{"template":"","history":"yes"}', '[]'],
  ['[]', '{}'],
  ['null', 'null'],
])('damaged settings are ignored: %s', (settings, posts) => {
  const device = createFakeStorage();
  device.items.set(settingsStorageKey, settings);
  device.items.set(savedPostsStorageKey, posts);
  expect(open(device).memory.getState()).toEqual({
    settings: { template: '', history: false },
    posts: [],
    storageError: null,
  });
});

test('a damaged list keeps its valid entries and drops foreign links', () => {
  const device = createFakeStorage();
  device.items.set(settingsStorageKey, '{"template":"","history":true}');
  const good = {
    url: post('C111111').url,
    username: 'maker',
    publishedAt: '',
    savedAt: '2026-11-22T09:00:00.000Z',
  };
  const bad = [
    null,
    { ...good, url: 'javascript:alert(1)' },
    { ...good, url: 'https://evil.example/@a/post/C1' },
  ];
  device.items.set(savedPostsStorageKey, JSON.stringify([...bad, good, { ...good, extra: 1 }]));
  expect(open(device).memory.getState().posts).toEqual([good]);
});
