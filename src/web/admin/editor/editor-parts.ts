import type { Locale } from '#i18n/locales.ts';
import type { Draft } from './draft/use-draft.ts';
import type { EditorData } from './load-editor.ts';

/** What the parts of the editor share. */
export interface EditorParts {
  data: EditorData;
  draft: Draft;
  /** The language of the post. */
  locale: Locale;
}
