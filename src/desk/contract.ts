import { z } from 'zod';
import {
  type BlogErrorCode,
  listQuerySchema,
  localeSchema,
  momentSchema,
  type Post,
  type PostList,
  type PostSummary,
  postInputSchema,
  type postOrigins,
  postStatuses,
} from '#blog/contract.ts';
import type { Queries } from '#database/connect.ts';
import type { Locale } from '#i18n/locales.ts';
import type { Result } from '#platform/result.ts';

/** Posts on one page of the administration's list. */
export const deskPageSize = 50;
/** Stored pictures one call lists. */
export const pictureListSize = 100;

export type PostStatus = (typeof postStatuses)[number];

/** The editor's form: the flat names of the specification. Pictures in it are ours once it was saved. */
export const postFieldsSchema = postInputSchema.pick({
  title: true,
  slug: true,
  excerpt: true,
  content: true,
  featured_image_url: true,
  featured_image_alt: true,
  category_id: true,
  tag_ids: true,
  status: true,
  seo_title: true,
  seo_description: true,
  seo_keywords: true,
});
export type PostFields = z.output<typeof postFieldsSchema>;

/**
 * How a form is saved. `autosave`: a draft itself, of a post that readers see or that waits to be published only its
 * working copy, which they do not see;
 * `save`: as it stands, a draft that waits for its moment still does; `publish`: with the status `published` its date
 * becomes now; `schedule`: a draft that will be published by itself.
 */
export const saveModes = ['autosave', 'save', 'publish', 'schedule'] as const;

export const deskSaveSchema = z.strictObject({
  mode: z.enum(saveModes),
  fields: postFieldsSchema,
  /** Only for a new post. */
  locale: localeSchema.optional(),
  /** Only for a new post: the article it joins. */
  article_id: z.uuid().optional(),
  /** Only with `schedule`: when. */
  scheduled_at: momentSchema.optional(),
});
export type DeskSave = z.output<typeof deskSaveSchema>;

export const deskQuerySchema = listQuerySchema
  .pick({ locale: true, page: true, search: true })
  .extend({ status: z.enum(['', ...postStatuses]).default('') });
export type DeskQuery = z.output<typeof deskQuerySchema>;

/** Who writes: of `accounts`, as much as the blog needs. */
export interface Writer {
  id: string;
  name: string;
  /** Whether they may publish, and change what others wrote. An author may not. */
  mayPublish: boolean;
}

/** One language of an article, as writers see it. */
export interface DeskLanguage {
  id: string;
  locale: Locale;
  slug: string;
  title: string;
  status: PostStatus;
  /** `untranslated`: in the original's words; `outdated`: made from a version of the original that has changed. */
  translation?: 'untranslated' | 'outdated';
  /** How many blocks still have the original's words, since no translation of them could be taken. */
  review?: number;
  /** The language it was translated from by a run, as long as that is there: the article's original. */
  from?: Locale;
}

/** A post in the administration's list. */
export interface DeskPost extends PostSummary {
  version: number;
  scheduled_at: string | null;
  /** Whether something was typed that readers do not see yet. */
  has_working_copy: boolean;
  /** Of its article, itself among them, in the order of `locales`. */
  languages: DeskLanguage[];
}

/** A post as the editor opens it. */
export interface DeskDocument {
  id: string;
  article_id: string;
  locale: Locale;
  /** Raised by every save, automatic ones too: what the next save must name in If-Match. */
  version: number;
  /** With the working copy's texts where there is one. */
  fields: PostFields;
  has_working_copy: boolean;
  /** What readers see may differ from `fields` while there is a working copy. */
  status: PostStatus;
  published_at: string | null;
  scheduled_at: string | null;
  created_at: string;
  updated_at: string;
  author_id: string | null;
  languages: DeskLanguage[];
}

export interface RevisionSummary {
  id: string;
  version: number;
  kind: 'autosaved' | 'saved' | 'published' | 'restored';
  title: string;
  author_name: string;
  created_at: string;
}
export type Revision = RevisionSummary & { fields: PostFields };

export const deskErrorCodes = [
  'revision.missing',
  'schedule.past',
  'role.forbids',
  'category.missing',
  'tag.missing',
] as const;
export type DeskErrorCode = BlogErrorCode | (typeof deskErrorCodes)[number];

export interface DeskError {
  code: DeskErrorCode;
  /** With `post.conflict`: what is there now. */
  current?: DeskDocument;
  picture?: number;
  cause?: unknown;
}

/** What the administration asks about posts. */
export interface Desk {
  /** All statuses, newest first, `deskPageSize` on a page. */
  listPosts(query: DeskQuery): Promise<PostList<DeskPost>>;
  openPost(id: string): Promise<DeskDocument | null>;
  /** With a `key` that this writer has used before: the post it made, as it is now. */
  createPost(save: DeskSave, by: Writer, key?: string): Promise<Result<DeskDocument, DeskError>>;
  /** `version`: the one the change is based on. */
  savePost(id: string, version: number, save: DeskSave, by: Writer): Promise<Result<DeskDocument, DeskError>>;
  /** Archives, or takes that back. `draft` for a draft that waits for its moment: it does not any more. */
  setStatus(
    id: string,
    version: number,
    status: PostStatus,
    by: Writer,
  ): Promise<Result<DeskDocument, DeskError>>;
  /** For good, with its revisions; its article too where it was the last language. */
  removePost(id: string, version: number): Promise<Result<null, DeskError>>;
  discardWorkingCopy(id: string, version: number, by: Writer): Promise<Result<DeskDocument, DeskError>>;
  /** Newest first. */
  listRevisions(postId: string): Promise<RevisionSummary[]>;
  openRevision(postId: string, revisionId: string): Promise<Revision | null>;
  /** Its texts become the post's, as `autosave` does it: nothing is published by it. */
  restoreRevision(
    postId: string,
    revisionId: string,
    version: number,
    by: Writer,
  ): Promise<Result<DeskDocument, DeskError>>;
  /** The whole post as readers would see it with its working copy. */
  previewPost(id: string): Promise<Post | null>;
}

/** A post as it is translated, or as a translation of it is found. */
export interface TranslatedPost extends DeskDocument {
  origin: (typeof postOrigins)[number];
  /** Of all that is translated of it, with its working copy's texts. */
  text_digest: string;
}

/** The texts of a translation; what its article shares is not among them. */
export type TranslationFields = Pick<
  PostFields,
  'title' | 'excerpt' | 'content' | 'featured_image_alt' | 'seo_title' | 'seo_description' | 'seo_keywords'
>;

export interface TranslationSave {
  article_id: string;
  locale: Locale;
  fields: TranslationFields;
  status: 'draft' | 'published';
  origin: 'machine' | 'untranslated';
  /** What it was made from. */
  source: { locale: Locale; slug: string; version: number; digest: string };
  /** The version of the post that is there already; null: none was. */
  version: number | null;
  by: { id: string; name: string };
}

/** What a run of translations asks of the desk. */
export interface TranslationDesk {
  openPost(id: string): Promise<TranslatedPost | null>;
  findPost(articleId: string, locale: Locale): Promise<TranslatedPost | null>;
  /** As it is typed, if it still is at `version`. */
  publishOriginal(id: string, version: number, by: Writer): Promise<Result<TranslatedPost, DeskError>>;
  /** A post in another language's words is a translation now, a person says. */
  markTranslated(id: string, version: number, by: Writer): Promise<Result<DeskDocument, DeskError>>;
  /**
   * One language in one transaction, with what `within` writes in it; where that says no, nothing is kept. A draft over
   * what readers see becomes its working copy. `post.conflict`: the post is not at `version` any more.
   */
  saveTranslation(
    save: TranslationSave,
    within: (queries: Queries, kept: DeskDocument) => Promise<boolean>,
  ): Promise<Result<DeskDocument, DeskError | { code: 'lease.lost' }>>;
  /** All of them or none, with their working copies; where `within` says no, none. */
  publishTranslations(
    posts: readonly { id: string; version: number }[],
    by: { id: string; name: string },
    within: (queries: Queries) => Promise<boolean>,
  ): Promise<Result<DeskDocument[], DeskError | { code: 'lease.lost' }>>;
}

const localizedSchema = (max: number) =>
  z
    .partialRecord(localeSchema, z.string().trim().max(max))
    .refine((texts) => Object.keys(texts).length <= 10);
export const categoryInputSchema = z.strictObject({
  names: localizedSchema(80).refine((names) => /[\p{L}\p{N}\p{P}\p{S}]/u.test(names.en ?? '')),
  descriptions: localizedSchema(300).default({}),
  /** Empty: made from the English name. */
  slug: z.string().trim().max(100).default(''),
  color: z.string().regex(/^#[0-9a-f]{6}$/i),
});
export type CategoryInput = z.output<typeof categoryInputSchema>;
export const tagInputSchema = categoryInputSchema.pick({ names: true, slug: true });
export type TagInput = z.output<typeof tagInputSchema>;

export interface DeskCategory extends CategoryInput {
  id: string;
  /** Articles in it. */
  articles: number;
}
export interface DeskTag extends TagInput {
  id: string;
  articles: number;
}

/** Categories and tags, by the English name. */
export interface Shelves {
  listCategories(): Promise<DeskCategory[]>;
  createCategory(input: CategoryInput): Promise<Result<DeskCategory, DeskError>>;
  changeCategory(id: string, input: CategoryInput): Promise<Result<DeskCategory, DeskError>>;
  /** Its articles stay, without a category. */
  removeCategory(id: string): Promise<Result<null, DeskError>>;
  listTags(): Promise<DeskTag[]>;
  createTag(input: TagInput): Promise<Result<DeskTag, DeskError>>;
  changeTag(id: string, input: TagInput): Promise<Result<DeskTag, DeskError>>;
  removeTag(id: string): Promise<Result<null, DeskError>>;
}
