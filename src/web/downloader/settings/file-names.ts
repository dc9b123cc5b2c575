import type { ExtractedPost, Quality } from '#extraction/contract.ts';
import { defaultFilename, formatFilename, selectFilenamePost, zipEntryName } from '#filenames/filename.ts';
import { parseFilenameTemplate } from '#filenames/template.ts';
import { settingsStore } from './settings-store.ts';

type NamedQuality = Pick<Quality, 'displayName' | 'type' | 'index' | 'source'>;

export interface PostFileNames {
  /** Without extension; null for the default name. */
  getFileName(quality: NamedQuality): string | null;
  /** Without extension. In a ZIP, files are named after author and post by default. */
  getZipEntryName(quality: NamedQuality): string;
  remember(): void;
}

/** Reads the settings at save time, because they may have changed in between. */
export function createPostFileNames(post: ExtractedPost | null, count: number): PostFileNames {
  const readTemplate = () => {
    const parsed = parseFilenameTemplate(settingsStore.getState().settings.template);
    return parsed.ok ? parsed.value : null;
  };
  const toItem = ({ displayName, type, index }: NamedQuality) => ({ displayName, type, index, count });
  return {
    getFileName(quality) {
      const template = readTemplate();
      if (!post || !template) return null;
      return formatFilename(template, selectFilenamePost(post, quality.source.post), toItem(quality));
    },
    getZipEntryName(quality) {
      if (!post) return defaultFilename(quality.displayName, Date.now());
      return zipEntryName(post, quality.source.post, toItem(quality), readTemplate());
    },
    remember() {
      if (post) settingsStore.rememberPost(post);
    },
  };
}
