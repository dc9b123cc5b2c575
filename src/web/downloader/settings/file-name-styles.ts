import type { FilenameStyle } from '#filenames/styles.ts';
import type { MessageKey } from '#i18n/translator.ts';

export type FileNameOption = FilenameStyle | 'own';

export const fileNameOptionLabels = {
  simple: 'settings.names.style_simple',
  author_post: 'settings.names.style_author_post',
  date_text: 'settings.names.style_date_text',
  own: 'settings.names.style_own',
} as const satisfies Record<FileNameOption, MessageKey>;
