import type { EditorPost } from '#blog/editing-contract.ts';
import { localizedPath } from '#i18n/localized-path.ts';

/** Without the locale prefix. */
export function blogPostPath(slug: string): string {
  return `/blog/${encodeURIComponent(slug)}`;
}

/** The indexable static routes. Keep in sync with routes.ts. */
export const publicPages = ['/', '/about', '/contact', '/tools', '/blog'] as const;
export type PublicPage = (typeof publicPages)[number];

export function publicPostPath({ id, locale, status, languages }: EditorPost): string | null {
  const slug = languages.find((language) => language.id === id)?.slug;
  return status === 'published' && slug !== undefined ? localizedPath(locale, blogPostPath(slug)) : null;
}
