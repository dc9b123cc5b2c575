import type { DeskDocument } from '#desk/contract.ts';
import { localizedPath } from '#i18n/localized-path.ts';
import { postPath } from '../../blog/post-path.ts';

/** Where readers find a post; null while they do not. */
export function publicPath({ id, locale, status, languages }: DeskDocument): string | null {
  const slug = languages.find((language) => language.id === id)?.slug;
  return status === 'published' && slug !== undefined ? localizedPath(locale, postPath(slug)) : null;
}
