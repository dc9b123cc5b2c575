import type { PostSummary, Quality } from '#media/contract.ts';
import { nameFile } from '#names/name-file.ts';
import { readTemplate } from '#names/read-template.ts';
import { deviceMemory } from './use-device-memory.ts';

/** How the files of a post are named on this device, and that they were saved. */
export interface SavedNames {
  /** Without extension; null for the usual name. */
  nameOf(quality: Pick<Quality, 'displayName' | 'type' | 'index'>): string | null;
  /** The template as it is kept, for what the server names; null for the usual names. */
  template(): string | null;
  remember(): void;
}

/** Settings are asked for when a file is saved, not before: they may have been changed meanwhile. */
export function savedNamesOf(post: PostSummary | null, count: number): SavedNames {
  const template = () => deviceMemory.read().settings.template || null;
  return {
    nameOf({ displayName, type, index }) {
      const kept = template();
      const read = kept === null ? null : readTemplate(kept);
      if (!post || !read?.ok) return null;
      const { author, code, text, publishedAt } = post;
      const facts = { username: author.username, code, text, publishedAt };
      return nameFile(read.value, facts, { displayName, type, index, count });
    },
    template,
    remember() {
      if (post) deviceMemory.rememberPost(post);
    },
  };
}
