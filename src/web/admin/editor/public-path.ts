import type { EditorPost } from '#desk/contract.ts';
import { localizedPath } from '#i18n/localized-path.ts';
import { blogPostPath } from '../../blog/post-path.ts';

/** null unless the post is published. */
export function publicPostPath({ id, locale, status, languages }: EditorPost): string | null {
  const slug = languages.find((language) => language.id === id)?.slug;
  return status === 'published' && slug !== undefined ? localizedPath(locale, blogPostPath(slug)) : null;
}
