import type { RefObject } from 'react';
import type { Locale } from '#i18n/locales.ts';
import type { Draft } from './draft/use-draft.ts';
import type { EditorData } from './load-editor.ts';
import type { TextEditorHandle } from './text/text-editor.tsx';

/** What the parts of the editor share. */
export interface EditorParts {
  data: EditorData;
  draft: Draft;
  /** The language of the post. */
  locale: Locale;
  /** The text, which tells what was typed with a delay. */
  text: RefObject<TextEditorHandle | null>;
}
