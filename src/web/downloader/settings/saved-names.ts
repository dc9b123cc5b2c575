import type { PostSummary, Quality } from '#media/contract.ts';
import { nameFile } from '#names/name-file.ts';
import { namedPost } from '#names/named-post.ts';
import { readTemplate } from '#names/read-template.ts';
import { deviceMemory } from './use-device-memory.ts';

/** How the files of a post are named on this device, and that they were saved. */
export interface SavedNames {
  /** Without extension; null for the usual name. */
  nameOf(quality: Pick<Quality, 'displayName' | 'type' | 'index' | 'source'>): string | null;
  remember(): void;
}

/** Settings are asked for when a file is saved, not before: they may have been changed meanwhile. */
export function savedNamesOf(post: PostSummary | null, count: number): SavedNames {
  return {
    nameOf({ displayName, type, index, source }) {
      const { template } = deviceMemory.read().settings;
      const read = readTemplate(template);
      if (!post || !read.ok) return null;
      return nameFile(read.value, namedPost(post, source.post), { displayName, type, index, count });
    },
    remember() {
      if (post) deviceMemory.rememberPost(post);
    },
  };
}
