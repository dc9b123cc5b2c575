import { expect, test } from 'vitest';
import { createDeviceMemory, postsKey, settingsKey } from './device-memory.ts';
import { guardStorage } from './device-storage.ts';
import { savedPostsMax } from './kept-shapes.ts';

const start = Date.UTC(2026, 10, 22, 9);

/** Storage as browsers have it; `refuse` plays one that is full, or forbids all. */
function storageOf(refuse: { name: string | null } = { name: null }) {
  const kept = new Map<string, string>();
  const check = () => {
    if (refuse.name) throw new DOMException('refused', refuse.name);
  };
  const storage: Storage = {
    get length() {
      if (refuse.name === 'SecurityError') check();
      return kept.size;
    },
    key: () => null,
    clear: () => kept.clear(),
    getItem(key) {
      if (refuse.name === 'SecurityError') check();
      return kept.get(key) ?? null;
    },
    setItem(key, value) {
      check();
      kept.set(key, value);
    },
    removeItem(key) {
      if (refuse.name === 'SecurityError') check();
      kept.delete(key);
    },
  };
  return { kept, storage, refuse };
}

function open(device = storageOf()) {
  let moment = start;
  const memory = createDeviceMemory(
    guardStorage(() => device.storage),
    () => {
      moment += 1000;
      return moment;
    },
  );
  return { ...device, memory };
}

const post = (code: string, username = 'maker') => ({
  url: `https://www.threads.com/@${username}/post/${code}`,
  author: { username, name: 'Maker' },
  publishedAt: '2026-11-21T08:00:00.000Z',
});

test('nothing is remembered or kept until it is switched on', () => {
  const { memory, kept } = open();
  memory.rememberPost(post('C111111'));
  expect(memory.read()).toEqual({ settings: { template: '', history: false }, posts: [], fault: null });
  expect(kept.size).toBe(0);
});

test('posts are remembered newest first, each once, and are there after the page was left', () => {
  const { memory, storage, kept, refuse } = open();
  memory.keepSettings({ history: true });
  for (const code of ['C111111', 'C222222', 'C111111']) memory.rememberPost(post(code));
  expect(memory.read().posts.map(({ url }) => url.slice(-7))).toEqual(['C111111', 'C222222']);
  expect(open({ storage, kept, refuse }).memory.read()).toEqual(memory.read());
});

test('switching off deletes the list, and so does one tap', () => {
  const { memory, kept } = open();
  memory.keepSettings({ history: true });
  memory.rememberPost(post('C111111'));
  memory.keepSettings({ history: false });
  expect(memory.read().posts).toEqual([]);
  expect([...kept.keys()]).toEqual([]);
  memory.keepSettings({ history: true });
  memory.rememberPost(post('C111111'));
  memory.forgetPosts();
  expect(memory.read().posts).toEqual([]);
  expect([...kept.keys()]).toEqual([settingsKey]);
});

test('a file brings its pattern and its posts, may switch remembering on, and never deletes the list', () => {
  const { memory } = open();
  memory.takeFile({ settings: { template: '{user}', history: true } });
  memory.rememberPost(post('C111111'));
  memory.takeFile({ settings: { template: '{code}', history: false } });
  expect(memory.read().settings).toEqual({ template: '{code}', history: true });
  const [kept] = memory.read().posts;
  expect(kept?.url).toBe(post('C111111').url);
  memory.takeFile({ posts: [{ ...kept, url: post('C222222').url } as typeof kept & object] });
  expect(memory.read().posts).toHaveLength(2);
});

test('a post of a file that was saved in a moment to come does not stand before later ones for ever', () => {
  const { memory } = open();
  memory.keepSettings({ history: true });
  const saved = { ...post('C111111'), username: 'maker', savedAt: '9999-12-31T23:59:59.999Z' };
  const { author: _, ...toCome } = saved;
  memory.takeFile({ posts: [toCome] });
  memory.rememberPost(post('C222222'));
  expect(memory.read().posts.map(({ url }) => url.slice(-7))).toEqual(['C222222', 'C111111']);
});

test('the oldest go when there are too many', () => {
  const { memory } = open();
  memory.keepSettings({ history: true });
  for (let count = 0; count < savedPostsMax + 3; count += 1) memory.rememberPost(post(`C${100_000 + count}`));
  const { posts } = memory.read();
  expect(posts).toHaveLength(savedPostsMax);
  expect(posts.at(-1)?.url.endsWith('C100003')).toBe(true);
});

test.each([
  ['QuotaExceededError', 'full'],
  ['NS_ERROR_DOM_QUOTA_REACHED', 'full'],
  ['SecurityError', 'blocked'],
])('where the browser answers %s, it says %s, and what was set holds for the visit', (name, fault) => {
  const { memory, refuse } = open();
  memory.keepSettings({ history: true });
  refuse.name = name;
  memory.keepSettings({ template: '{user}' });
  memory.rememberPost(post('C111111'));
  expect(memory.read()).toMatchObject({ settings: { template: '{user}', history: true }, fault });
  expect(memory.read().posts).toHaveLength(1);
  refuse.name = null;
  memory.rememberPost(post('C222222'));
  expect(memory.read().fault).toBeNull();
  expect(memory.read().posts).toHaveLength(2);
});

test('a device without storage says so before anything is set', () => {
  const none = createDeviceMemory(
    guardStorage(() => null),
    () => start,
  );
  expect(none.read().fault).toBe('blocked');
});

test('what another page of the site changed is seen, and not written over', () => {
  const device = storageOf();
  const one = open(device).memory;
  const other = open(device).memory;
  one.keepSettings({ history: true });
  one.rememberPost(post('C111111'));
  let looks = 0;
  const stop = other.onChange(() => {
    looks += 1;
  });
  other.lookAgain();
  stop();
  expect([looks, other.read().posts.length]).toEqual([1, 1]);
  one.keepSettings({ history: false });
  other.rememberPost(post('C222222'));
  expect(one.read().posts).toEqual([]);
  expect(device.kept.has(postsKey)).toBe(false);
});

test.each([
  ['{', '[]'],
  ['{"template":"{nobody}","history":true}', '[]'],
  ['{"template":"","history":"yes"}', '[]'],
  ['[]', '{}'],
  ['null', 'null'],
])('settings that were damaged count as none: %s', (settings, posts) => {
  const device = storageOf();
  device.kept.set(settingsKey, settings);
  device.kept.set(postsKey, posts);
  expect(open(device).memory.read()).toEqual({
    settings: { template: '', history: false },
    posts: [],
    fault: null,
  });
});

test('of a damaged list what is whole stays, and nothing in it leads elsewhere', () => {
  const device = storageOf();
  device.kept.set(settingsKey, '{"template":"","history":true}');
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
  device.kept.set(postsKey, JSON.stringify([...bad, good, { ...good, extra: 1 }]));
  expect(open(device).memory.read().posts).toEqual([good]);
});
