import type { Locale } from '#i18n/locales.ts';
import type { ModelDeps } from './call-model.ts';

export interface SuggestionDeps extends ModelDeps {
  htmlToText(html: string): string;
  sanitize(html: string): string;
  toSlug(locale: Locale, title: string): string;
  /** URL of the stored image; null if the bytes aren't an image. */
  storeImage(bytes: Uint8Array): Promise<string | null>;
  drawCover(locale: Locale, title: string): Promise<Uint8Array>;
  random(): number;
}
