import type { PostSummary } from '#media/contract.ts';
import type { DeviceStorage, StorageFault } from './device-storage.ts';
import {
  isSavedPost,
  isSettings,
  type SavedPost,
  type Settings,
  savedPostsMax,
  standardSettings,
} from './kept-shapes.ts';
import { parseKept } from './parse-kept.ts';
import type { SettingsFile } from './settings-file.ts';

export const settingsKey = 'unspool.settings';
export const postsKey = 'unspool.saved-posts';

export interface Memory {
  settings: Settings;
  /** Empty as long as they are not to be remembered. */
  posts: readonly SavedPost[];
  /** Why the last change holds for this visit only. */
  fault: StorageFault | null;
}

export interface DeviceMemory {
  read(): Memory;
  onChange(listener: () => void): () => void;
  /** Another page of this site has changed what is kept. */
  lookAgain(): void;
  /** Without history, the posts go too. */
  keepSettings(change: Partial<Settings>): void;
  /** Nothing, where posts are not to be remembered. */
  rememberPost(post: Pick<PostSummary, 'url' | 'author' | 'publishedAt'>): void;
  /**
   * What a file brought: its posts are put among those that are remembered, each once. It may switch history on but
   * not off, which would delete posts that nobody spoke of.
   */
  takeFile(content: SettingsFile): void;
  forgetPosts(): void;
}

/**
 * What this device knows of settings and saved posts. Sent are only: the template with a ZIP, the name it makes with a
 * file that the browser itself downloads, and the link of a post that is opened again.
 */
export function createDeviceMemory(storage: DeviceStorage, now: () => number): DeviceMemory {
  let memory: Memory | null = null;
  const listeners = new Set<() => void>();

  function load(): Memory {
    const settings = parseKept(storage.read(settingsKey) ?? 'null');
    const posts = parseKept(storage.read(postsKey) ?? 'null');
    const kept = isSettings(settings) ? settings : standardSettings;
    return {
      settings: kept,
      posts: kept.history && Array.isArray(posts) ? posts.filter(isSavedPost) : [],
      fault: storage.fault(),
    };
  }

  /** A moment that has not come would stand before every post that is saved. */
  function savedByNow(post: SavedPost): SavedPost {
    return Date.parse(post.savedAt) > now() ? { ...post, savedAt: new Date(now()).toISOString() } : post;
  }

  /** As other pages have left it; where this device could not keep the last change, as it is here. */
  function newest(): Memory {
    return memory && (memory.fault ?? storage.fault()) !== null ? memory : load();
  }

  function change({ settings, posts }: Omit<Memory, 'fault'>): void {
    const kept = settings.history ? posts : [];
    const isStandard = settings.template === '' && !settings.history;
    const faults = [
      storage.write(postsKey, kept.length === 0 ? null : JSON.stringify(kept)),
      storage.write(settingsKey, isStandard ? null : JSON.stringify(settings)),
    ];
    set({ settings, posts: kept, fault: faults.find((fault) => fault !== null) ?? null });
  }

  function set(next: Memory): void {
    memory = next;
    for (const listener of listeners) listener();
  }

  function takePosts(posts: readonly SavedPost[]): void {
    const { settings, posts: before } = newest();
    if (!settings.history) return;
    const byUrl = new Map<string, SavedPost>();
    for (const post of [...posts.map(savedByNow), ...before])
      if (!byUrl.has(post.url)) byUrl.set(post.url, post);
    const sorted = [...byUrl.values()].toSorted((one, other) => (one.savedAt < other.savedAt ? 1 : -1));
    change({ settings, posts: sorted.slice(0, savedPostsMax) });
  }

  return {
    read: () => {
      memory ??= load();
      return memory;
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    lookAgain: () => set(newest()),
    keepSettings(settings) {
      const before = newest();
      change({ ...before, settings: { ...before.settings, ...settings } });
    },
    rememberPost({ url, author, publishedAt }) {
      const post = { url, username: author.username, publishedAt, savedAt: new Date(now()).toISOString() };
      // One of another shape could not be opened again.
      if (isSavedPost(post)) takePosts([post]);
    },
    takeFile({ settings, posts }) {
      const before = newest();
      const history = before.settings.history || settings?.history === true;
      if (settings) change({ ...before, settings: { ...settings, history } });
      if (posts) takePosts(posts.map(savedByNow));
    },
    forgetPosts: () => change({ ...newest(), posts: [] }),
  };
}
