import type { Queries } from '#database/database.ts';
import type { Locale } from '#i18n/locales.ts';
import type { Result } from '#platform/result.ts';
import type { TranslationRule } from '#settings/contract.ts';
import type {
  Actor,
  EditError,
  EditorPost,
  TranslatablePost,
  TranslationFields,
} from './editing-contract.ts';

export interface TranslationInput {
  article_id: string;
  locale: Locale;
  fields: TranslationFields;
  status: 'draft' | 'published';
  /** `mixed`: a person has written or accepted every block. */
  origin: 'machine' | 'mixed' | 'untranslated';
  /** `revision`: null if a part of the text was made from an earlier one. */
  source: { locale: Locale; slug: string; revision: { version: number; digest: string } | null };
  isAutosave?: boolean;
  version: number | null;
  actor: TranslationActor;
}

/** Who started a translation run: a user or, with an empty id, a rule. */
export interface TranslationActor {
  id: string;
  name: string;
  rule?: TranslationRule | null;
}

/** The source has changed since. */
export interface OutdatedTranslation {
  id: string;
  locale: Locale;
  /** Digest of `sourceFields`, the text that was translated. */
  digest: string;
  sourceFields: TranslationFields;
}

export interface TranslationStore {
  openPost(id: string): Promise<TranslatablePost | null>;
  findPost(articleId: string, locale: Locale): Promise<TranslatablePost | null>;
  publishOriginal(id: string, version: number, actor: Actor): Promise<Result<TranslatablePost, EditError>>;
  markTranslated(id: string, version: number, actor: Actor): Promise<Result<EditorPost, EditError>>;
  /** Those whose source text is still among the revisions of the original. */
  listOutdated(original: TranslatablePost): Promise<OutdatedTranslation[]>;
  /**
   * Marks translations as up to date, unless the original has another version. `marked` lacks those that were translated
   * again in the meantime. `beforeCommit` may roll back, as in `saveTranslation`.
   */
  markUpToDate(
    original: TranslatablePost,
    translations: readonly OutdatedTranslation[],
    beforeCommit: (queries: Queries, marked: readonly OutdatedTranslation[]) => Promise<boolean>,
  ): Promise<Result<null, EditError | { code: 'lease.lost' }>>;
  /** `beforeCommit` runs in the transaction and rolls it back by returning false. */
  saveTranslation(
    input: TranslationInput,
    beforeCommit: (queries: Queries, savedPost: EditorPost) => Promise<boolean>,
  ): Promise<Result<EditorPost, EditError | { code: 'lease.lost' }>>;
  /** All or none. */
  publishTranslations(
    posts: readonly { id: string; version: number; rule: TranslationRule | null }[],
    actor: Omit<TranslationActor, 'rule'>,
    beforeCommit: (queries: Queries) => Promise<boolean>,
  ): Promise<Result<EditorPost[], EditError | { code: 'lease.lost' }>>;
}
