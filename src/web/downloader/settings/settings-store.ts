import { createStore, useStore } from 'zustand';
import type { ExtractedPost } from '#extraction/contract.ts';
import { parseJsonOrNull } from '../../browser/parse-json.ts';
import { createSafeStorage, type SafeStorage, type StorageError } from '../../browser/storage.ts';
import type { SettingsFile } from './settings-file.ts';
import {
  type DownloaderSettings,
  defaultSettings,
  isSavedPost,
  isSettings,
  type SavedPostEntry,
  savedPostsLimit,
  settingsStorageKey,
} from './settings-schema.ts';

export { settingsStorageKey };
export const savedPostsStorageKey = 'unspool.saved-posts';

export interface SettingsState {
  settings: DownloaderSettings;
  /** Empty while history is off. */
  posts: readonly SavedPostEntry[];
  /** Why the last change could not be stored; it then lasts until the page is closed. */
  storageError: StorageError | null;
}

/** Stays on this device. Requests contain only the template, file names and the link of a reopened post. */
export function createSettingsStore(storage: SafeStorage, now: () => number) {
  // Hydration compares the page with the initial state, which is also the server's.
  const { setState, ...store } = createStore<SettingsState>(() => ({
    settings: defaultSettings,
    posts: [],
    storageError: null,
  }));
  setState(load());

  function load(): SettingsState {
    const settings = parseJsonOrNull(storage.read(settingsStorageKey) ?? 'null');
    const posts = parseJsonOrNull(storage.read(savedPostsStorageKey) ?? 'null');
    const storedSettings = isSettings(settings) ? settings : defaultSettings;
    return {
      settings: storedSettings,
      posts: storedSettings.history && Array.isArray(posts) ? posts.filter(isSavedPost) : [],
      storageError: storage.probe(),
    };
  }

  /** A date in the future would sort before every post saved later. */
  function clampSavedAt(post: SavedPostEntry): SavedPostEntry {
    return Date.parse(post.savedAt) > now() ? { ...post, savedAt: new Date(now()).toISOString() } : post;
  }

  /** Rereads the storage, unless the last change exists only in memory. */
  function latestState(): SettingsState {
    const state = store.getState();
    return (state.storageError ?? storage.probe()) !== null ? state : load();
  }

  function change({ settings, posts }: Omit<SettingsState, 'storageError'>): void {
    const savedPosts = settings.history ? posts : [];
    const isDefault = settings.template === '' && !settings.history && settings.theme === undefined;
    const errors = [
      storage.write(savedPostsStorageKey, savedPosts.length === 0 ? null : JSON.stringify(savedPosts)),
      storage.write(settingsStorageKey, isDefault ? null : JSON.stringify(settings)),
    ];
    const storageError = errors.find((error) => error !== null) ?? null;
    setState({ settings, posts: savedPosts, storageError });
  }

  function addPosts(posts: readonly SavedPostEntry[]): void {
    const { settings, posts: before } = latestState();
    if (!settings.history) return;
    const byUrl = new Map<string, SavedPostEntry>();
    for (const post of [...posts.map(clampSavedAt), ...before])
      if (!byUrl.has(post.url)) byUrl.set(post.url, post);
    const sorted = [...byUrl.values()].toSorted((a, b) => (a.savedAt < b.savedAt ? 1 : -1));
    change({ settings, posts: sorted.slice(0, savedPostsLimit) });
  }

  return {
    ...store,
    /** Rereads the storage after another tab changed it. */
    refresh: () => setState(latestState()),
    /** Switching history off deletes the posts. */
    updateSettings(settings: Partial<DownloaderSettings>) {
      const before = latestState();
      change({ ...before, settings: { ...before.settings, ...settings } });
    },
    rememberPost({ url, author, publishedAt }: Pick<ExtractedPost, 'url' | 'author' | 'publishedAt'>) {
      const post = { url, username: author.username, publishedAt, savedAt: new Date(now()).toISOString() };
      // An invalid entry could not be opened again.
      if (isSavedPost(post)) addPosts([post]);
    },
    /** Merges an imported file. It can switch history on but not off: that would delete the existing posts. */
    importFile({ settings, posts }: SettingsFile) {
      const before = latestState();
      const history = before.settings.history || settings?.history === true;
      if (settings) change({ ...before, settings: { ...before.settings, ...settings, history } });
      if (posts) addPosts(posts.map(clampSavedAt));
    },
    clearPosts: () => change({ ...latestState(), posts: [] }),
  };
}

/** One per page. */
export const settingsStore = createSettingsStore(
  createSafeStorage(() => globalThis.localStorage),
  Date.now,
);

// For as long as the page lives: an effect of a component would miss a change between two components, or before it runs.
globalThis.window?.addEventListener('storage', settingsStore.refresh);

export const useSettings = (): SettingsState => useStore(settingsStore);
