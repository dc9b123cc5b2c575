import type { PostKind } from '#blog/contract.ts';
import type { EditorPost } from '#blog/editing-contract.ts';
import { localizedPath } from '#i18n/localized-path.ts';

// All paths are without the locale prefix.
export const blogPostPath = (slug: string) => `/blog/${encodeURIComponent(slug)}`;
export const authorPath = (slug: string) => `/blog/author/${encodeURIComponent(slug)}`;
export const categoryPath = (slug: string) => `/blog/category/${encodeURIComponent(slug)}`;
export const tagPath = (slug: string) => `/blog/tag/${encodeURIComponent(slug)}`;
/** A page of the owner. */
export const customPagePath = (slug: string) => `/${encodeURIComponent(slug)}`;

export function toPath(kind: PostKind, slug: string): string {
  return kind === 'page' ? customPagePath(slug) : blogPostPath(slug);
}

/** The indexable static routes. Keep in sync with routes.ts. */
export const publicPages = ['/', '/about', '/contact', '/tools', '/blog'] as const;
export type PublicPage = (typeof publicPages)[number];

/** With the locale prefix; null if the post isn't public. */
export function publicPostPath({ id, kind, locale, status, languages }: EditorPost): string | null {
  const slug = languages.find((language) => language.id === id)?.slug;
  return status === 'published' && slug !== undefined ? localizedPath(locale, toPath(kind, slug)) : null;
}

/** What a person should look at in the translations of a post. `post` is any language of the article. */
export const postReviewPath = (post: string) => `/admin/blog/${post}/review`;
