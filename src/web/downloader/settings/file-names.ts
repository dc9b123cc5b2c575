import type { ExtractedPost, Quality } from '#extraction/contract.ts';
import { formatFilename, selectFilenamePost } from '#filenames/filename.ts';
import { parseFilenameTemplate } from '#filenames/template.ts';
import { settingsStore } from './settings-store.ts';

export interface PostFileNames {
  /** Without extension; null for the default name. */
  getFileName(quality: Pick<Quality, 'displayName' | 'type' | 'index' | 'source'>): string | null;
  remember(): void;
}

/** Reads the settings at save time, because they may have changed in between. */
export function createPostFileNames(post: ExtractedPost | null, count: number): PostFileNames {
  return {
    getFileName({ displayName, type, index, source }) {
      const { template } = settingsStore.getState().settings;
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
