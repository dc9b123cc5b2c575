import type { Locale } from '#i18n/locales.ts';
import type { ModelDesk } from './ask-model.ts';

/** All that suggestions are made with; what belongs to the blog is handed in. */
export interface AssistantDesk extends ModelDesk {
  /** The text of HTML, whoever wrote it. */
  textOf(html: string): string;
  /** The HTML with what a post may have of it, and nothing else. */
  sanitise(html: string): string;
  /** By the blog's rule; may be empty. */
  slugOf(locale: Locale, title: string): string;
  /** The address of a stored picture; null where the bytes are none. */
  storePicture(bytes: Uint8Array): Promise<string | null>;
  /** The title as a picture. */
  drawCover(locale: Locale, title: string): Promise<Uint8Array>;
  random(): number;
}
