import type { ExtractedPost, Quality } from '#media/contract.ts';
import { formatFilename } from '#names/name-file.ts';
import { selectFilenamePost } from '#names/named-post.ts';
import { parseFilenameTemplate } from '#names/read-template.ts';
import { settingsStore } from './use-device-memory.ts';

export interface PostFileNames {
  /** Without extension; null for the default name. */
  getFileName(quality: Pick<Quality, 'displayName' | 'type' | 'index' | 'source'>): string | null;
  remember(): void;
}

/** Reads the settings at save time, because they may have changed in between. */
export function createPostFileNames(post: ExtractedPost | null, count: number): PostFileNames {
  return {
    getFileName({ displayName, type, index, source }) {
      const { template } = settingsStore.read().settings;
      const parsed = parseFilenameTemplate(template);
      if (!post || !parsed.ok) return null;
      return formatFilename(parsed.value, selectFilenamePost(post, source.post), {
        displayName,
        type,
        index,
        count,
      });
    },
    remember() {
      if (post) settingsStore.rememberPost(post);
    },
  };
}
