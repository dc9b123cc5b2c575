import type { ExtractedPost, Quality } from '#extraction/contract.ts';
import { defaultFilename, formatFilename, selectFilenamePost, zipEntryName } from '#filenames/filename.ts';
import type { FilenameStyle } from '#filenames/styles.ts';
import { parseFilenameTemplate } from '#filenames/template.ts';
import type { MessageKey } from '#i18n/translator.ts';
import { settingsStore } from './settings-store.ts';

type NamedQuality = Pick<Quality, 'displayName' | 'type' | 'index' | 'source'>;

export type FileNameOption = FilenameStyle | 'own';

export const fileNameOptionLabels = {
  simple: 'settings.names.style_simple',
  author_post: 'settings.names.style_author_post',
  date_text: 'settings.names.style_date_text',
  own: 'settings.names.style_own',
} as const satisfies Record<FileNameOption, MessageKey>;

export type PostFileNames = ReturnType<typeof createPostFileNames>;

/** Reads the settings at save time, because they may have changed in between. */
export function createPostFileNames(post: ExtractedPost | null, count: number) {
  const readTemplate = () => {
    const parsed = parseFilenameTemplate(settingsStore.getState().settings.template);
    return parsed.ok ? parsed.value : null;
  };
  const toItem = ({ displayName, type, index }: NamedQuality) => ({ displayName, type, index, count });
  return {
    /** Without extension; null for the default name. */
    getFileName(quality: NamedQuality): string | null {
      const template = readTemplate();
      if (!post || !template) return null;
      return formatFilename(template, selectFilenamePost(post, quality.source.post), toItem(quality));
    },
    /** Without extension. In a ZIP, files are named after author and post by default. */
    getZipEntryName(quality: NamedQuality): string {
      if (!post) return defaultFilename(quality.displayName, Date.now());
      return zipEntryName(post, quality.source.post, toItem(quality), readTemplate());
    },
    /** Stores the post in the history, if that is on. */
    remember() {
      if (post) settingsStore.rememberPost(post);
    },
  };
}
