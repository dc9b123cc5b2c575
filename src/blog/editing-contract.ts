import { z } from 'zod';
import type { Queries } from '#database/database.ts';
import { type Locale, locales } from '#i18n/locales.ts';
import type { Result } from '#platform/result.ts';
import type { TranslationRule } from '#settings/contract.ts';
import {
  type BlogChange,
  type BlogErrorCode,
  listQuerySchema,
  localeSchema,
  type Post,
  type PostInput,
  type PostList,
  type PostSummary,
  postInputSchema,
  postKinds,
  type postOrigins,
  postStatuses,
  type StoredImage,
  timestampSchema,
} from './contract.ts';
import type { PageEditor } from './page-contract.ts';
import type { PostForUpdate } from './read-posts.ts';
import type { DerivedText } from './text-tasks.ts';
import type { PostTextName } from './texts-contract.ts';
import type { SavePostResult } from './writing/write-post.ts';

export const adminPageSize = 50;
export const imageListSize = 100;

export type PostStatus = (typeof postStatuses)[number];

export const postFieldsSchema = postInputSchema.omit({
  id: true,
  article_id: true,
  kind: true,
  locale: true,
  published_at: true,
  author_id: true,
  origin: true,
  source_version: true,
  source_digest: true,
  source_locale: true,
});
export type PostFields = z.output<typeof postFieldsSchema>;

/**
 * `autosave` writes unscheduled drafts directly, and other posts to the working copy, which readers don't see.
 * `publish` also dates a published post now. `schedule` saves a draft to be published at `scheduled_at`.
 */
export const saveModes = ['autosave', 'save', 'publish', 'schedule'] as const;

export const savePostSchema = z.strictObject({
  mode: z.enum(saveModes),
  fields: postFieldsSchema,
  /** New posts only, like `article_id` and `kind`. */
  locale: localeSchema.optional(),
  article_id: z.uuid().optional(),
  kind: z.enum(postKinds).optional(),
  scheduled_at: timestampSchema.optional(),
  /**
   * Chosen by the client and stored with the version that the save makes, so that the client recognizes its own save if
   * the response is lost.
   */
  save_id: z.uuid().optional(),
});
export type SavePostRequest = z.output<typeof savePostSchema>;

/** What a language of an article can be, besides having a status. `missing`: there is no post in it. */
export const languageStates = ['missing', 'untranslated', 'outdated', 'review', ...postStatuses] as const;
export type LanguageState = (typeof languageStates)[number];

/** `newest` and `oldest`: by publication, or by creation if the post was never published. */
export const adminPostSorts = [
  'newest',
  'oldest',
  'title',
  'title_desc',
  'status',
  'status_desc',
  'views',
  'views_asc',
] as const;
export type AdminPostSort = (typeof adminPostSorts)[number];

export const adminPostQuerySchema = listQuerySchema
  .pick({ locale: true, page: true, search: true, category: true, tag: true })
  .extend({
    status: z.enum(['', ...postStatuses]).default(''),
    /** Articles with a language in this state. */
    state: z.enum(['', ...languageStates]).default(''),
    /** The language that `state` is about; any if empty. */
    language: z.enum(['', ...locales]).default(''),
    /** ID of an account. */
    author: z.string().max(100).default(''),
    sort: z.enum(adminPostSorts).default('newest'),
  });

export type AdminPostQuery = z.output<typeof adminPostQuerySchema>;

export interface PostAuthor {
  id: string;
  name: string;
}

export interface Actor {
  id: string;
  name: string;
  /** Whether they may publish and edit other users' posts. */
  mayPublish: boolean;
  mayManagePages?: boolean;
}

export interface ArticleTranslation {
  id: string;
  locale: Locale;
  slug: string;
  title: string;
  status: PostStatus;
  /** `untranslated`: still in the source language; `outdated`: the source has changed since. */
  translation?: 'untranslated' | 'outdated';
  /** Number of blocks still in the source language because no translation of them was accepted. */
  review?: number;
  /** Source language; undefined if that post no longer exists. */
  from?: Locale;
}

export interface AdminPostSummary extends PostSummary {
  version: number;
  scheduled_at: string | null;
  has_working_copy: boolean;
  /** null if there is no author, or their account was deleted. */
  author_name: string | null;
  languages: ArticleTranslation[];
}

export interface EditorPost {
  id: string;
  article_id: string;
  kind: (typeof postKinds)[number];
  locale: Locale;
  /** Incremented by every save, including autosaves; sent in If-Match. */
  version: number;
  /** Of the save that made this version; null if it had none, or if something else made it. */
  save_id: string | null;
  fields: PostFields;
  has_working_copy: boolean;
  status: PostStatus;
  published_at: string | null;
  scheduled_at: string | null;
  created_at: string;
  updated_at: string;
  author_id: string | null;
  languages: ArticleTranslation[];
}

/** `translation_started`: a rule started a translation run of this version. */
export type RevisionKind = 'autosaved' | 'saved' | 'published' | 'restored' | 'translation_started';

export interface RevisionSummary {
  id: string;
  version: number;
  kind: RevisionKind;
  status: PostStatus;
  title: string;
  author_name: string;
  /** The owner's rule that did it; null for a user. */
  rule: TranslationRule | null;
  created_at: string;
}
export type Revision = RevisionSummary & { fields: PostFields };

export const editErrorCodes = [
  'revision.missing',
  'schedule.past',
  'publication.future',
  'role.forbids',
  'category.missing',
  'tag.missing',
  'author.missing',
  'key.reused',
] as const;
export type EditErrorCode = BlogErrorCode | (typeof editErrorCodes)[number];

export interface EditError {
  code: EditErrorCode;
  current?: EditorPost;
  /** Index of the image in the text; undefined for the cover. */
  picture?: number;
  cause?: unknown;
}

export interface TagChange {
  kind: 'add' | 'remove';
  tagId: string;
}

export interface BlogEditor extends PageEditor {
  listPosts(query: AdminPostQuery): Promise<PostList<AdminPostSummary>>;
  /** The accounts that have written articles, by name. */
  listAuthors(): Promise<PostAuthor[]>;
  readPost(id: string): Promise<EditorPost | null>;
  /** If the actor has used `key` before, returns the post that it created, or rejects another request with that post. */
  createPost(request: SavePostRequest, actor: Actor, key?: string): Promise<Result<EditorPost, EditError>>;
  savePost(
    id: string,
    version: number,
    request: SavePostRequest,
    actor: Actor,
  ): Promise<Result<EditorPost, EditError>>;
  /** Archives or restores a post. `draft` on a scheduled draft cancels its schedule. */
  setStatus(
    id: string,
    version: number,
    status: PostStatus,
    actor: Actor,
  ): Promise<Result<EditorPost, EditError>>;
  /** Adds or removes a tag of the article, also in the working copy. Other fields stay unpublished. */
  changeTag(
    id: string,
    version: number,
    change: TagChange,
    actor: Actor,
  ): Promise<Result<EditorPost, EditError>>;
  /** Deletes the post with its revisions, and its article with the last language. */
  deletePost(id: string, version: number): Promise<Result<null, EditError>>;
  discardWorkingCopy(id: string, version: number, actor: Actor): Promise<Result<EditorPost, EditError>>;
  listRevisions(postId: string): Promise<RevisionSummary[]>;
  readRevision(postId: string, revisionId: string): Promise<Revision | null>;
  /** Applies the revision like an autosave; publishes nothing. */
  restoreRevision(
    postId: string,
    revisionId: string,
    version: number,
    actor: Actor,
  ): Promise<Result<EditorPost, EditError>>;
  previewPost(id: string): Promise<Post | null>;
}

export interface TranslatablePost extends EditorPost {
  origin: (typeof postOrigins)[number];
  /** Covers all translated fields, with the working copy applied. */
  text_digest: string;
}

export type TranslationFields = Pick<PostFields, PostTextName>;

export interface SavePostError extends Pick<EditError, 'picture' | 'cause'> {
  code: BlogErrorCode;
  /** Index in the list of `publishArticle`. */
  post?: number;
}

/**
 * Omitted fields of an existing post stay unchanged. `content` is sanitized and has only stored images,
 * and `cover` replaces `featured_image_url`.
 */
export type PreparedPost = Partial<Omit<PostInput, 'locale' | 'featured_image_url'>> & {
  newId?: string;
  locale: Locale;
  cover?: StoredImage | null;
  derived?: DerivedText;
  saveId?: string | undefined;
  /** Drafts only. */
  scheduledAt?: Date | null;
};

export interface WriteTransaction {
  queries: Queries;
  /** Pass `current` if it was read in this transaction. */
  write(prepared: PreparedPost, current?: PostForUpdate): Promise<Result<SavePostResult, SavePostError>>;
  /** Emitted after the commit. */
  addChange(change: BlogChange): void;
}
