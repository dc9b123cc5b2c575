import type { Locale } from '#i18n/locales.ts';
import type { Result } from '#platform/result.ts';
import type { Actor, AdminPostSummary, EditError, EditorPost } from './editing-contract.ts';

/** Pages with these slugs replace the texts of the home page in their language. */
export const legalSlugs = ['privacy', 'terms'] as const;
export type LegalSlug = (typeof legalSlugs)[number];

export interface PageDraft {
  locale: Locale;
  title: string;
  /** HTML. */
  content: string;
}

export interface PageEditor {
  isPage(postId: string): Promise<boolean>;
  /** One post per page: the original, or the first language if that was deleted. */
  listPages(): Promise<AdminPostSummary[]>;
  /** One page with a draft in each language, all with the same slug. Returns the first. */
  createPage(
    slug: string,
    drafts: readonly PageDraft[],
    actor: Actor,
  ): Promise<Result<EditorPost, EditError>>;
  /** Deletes all languages of the page. */
  deletePage(articleId: string): Promise<void>;
}
