import type { RefObject } from 'react';
import type { Locale } from '#i18n/locales.ts';
import type { Draft } from './draft/use-draft.ts';
import type { EditorData } from './load-editor.ts';
import type { RichTextEditorHandle } from './rich-text/rich-text-editor.tsx';

export interface EditorContext {
  data: EditorData;
  draft: Draft;
  /** Language of the post, not of the page. */
  locale: Locale;
  /** Reports typed text with a delay: the draft's `getSnapshot`, `save` and `flush` include it, `fields` doesn't. */
  text: RefObject<RichTextEditorHandle | null>;
}
