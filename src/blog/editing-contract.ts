import { z } from 'zod';
import type { Queries } from '#database/database.ts';
import type { Locale } from '#i18n/locales.ts';
import type { Result } from '#platform/result.ts';
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
  type postOrigins,
  postStatuses,
  type StoredImage,
  timestampSchema,
} from './contract.ts';
import type { SavePostResult } from './writing/write-post.ts';

export const adminPageSize = 50;
export const imageListSize = 100;

export type PostStatus = (typeof postStatuses)[number];

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
 * `autosave` writes to an unscheduled draft directly, and otherwise to the working copy, which readers don't
 * see. `save` writes the post; a scheduled draft stays scheduled. `publish` also sets the date of a published
 * post to now. `schedule` saves a draft that will be published at `scheduled_at`.
 */
export const saveModes = ['autosave', 'save', 'publish', 'schedule'] as const;

export const savePostSchema = z.strictObject({
  mode: z.enum(saveModes),
  fields: postFieldsSchema,
  /** New posts only. */
  locale: localeSchema.optional(),
  /** New posts only: the article to join. */
  article_id: z.uuid().optional(),
  /** Only with `schedule`. */
  scheduled_at: timestampSchema.optional(),
});
export type SavePostRequest = z.output<typeof savePostSchema>;

export const adminPostQuerySchema = listQuerySchema
  .pick({ locale: true, page: true, search: true })
  .extend({ status: z.enum(['', ...postStatuses]).default('') });

export type AdminPostQuery = z.output<typeof adminPostQuerySchema>;

/** The user who makes a change. */
export interface Actor {
  id: string;
  name: string;
  /** Whether they may publish and edit other users' posts. Authors may not. */
  mayPublish: boolean;
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
  /** The language it was translated from; undefined if that post no longer exists. */
  from?: Locale;
}

export interface AdminPostSummary extends PostSummary {
  version: number;
  scheduled_at: string | null;
  /** Whether there are edits that readers don't see yet. */
  has_working_copy: boolean;
  /** All languages of the article, in the order of `locales`. */
  languages: ArticleTranslation[];
}

export interface EditorPost {
  id: string;
  article_id: string;
  locale: Locale;
  /** Incremented by every save, including autosaves. The next save sends it in If-Match. */
  version: number;
  /** With the working copy applied. */
  fields: PostFields;
  has_working_copy: boolean;
  /** The status of the post itself, whatever the working copy says. */
  status: PostStatus;
  published_at: string | null;
  scheduled_at: string | null;
  created_at: string;
  updated_at: string;
  author_id: string | null;
  languages: ArticleTranslation[];
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

export const editErrorCodes = [
  'revision.missing',
  'schedule.past',
  'role.forbids',
  'category.missing',
  'tag.missing',
] as const;
export type EditErrorCode = BlogErrorCode | (typeof editErrorCodes)[number];

export interface EditError {
  code: EditErrorCode;
  /** With `post.conflict`: the current post. */
  current?: EditorPost;
  picture?: number;
  cause?: unknown;
}

export interface BlogEditor {
  /** All statuses, newest first, `adminPageSize` per page. */
  listPosts(query: AdminPostQuery): Promise<PostList<AdminPostSummary>>;
  readPost(id: string): Promise<EditorPost | null>;
  /** If the actor has used `key` before, returns the post that it created. */
  createPost(save: SavePostRequest, actor: Actor, key?: string): Promise<Result<EditorPost, EditError>>;
  /** `version`: the one the change is based on. */
  savePost(
    id: string,
    version: number,
    save: SavePostRequest,
    actor: Actor,
  ): Promise<Result<EditorPost, EditError>>;
  /** Archives or restores a post. `draft` on a scheduled draft cancels its schedule. */
  setStatus(
    id: string,
    version: number,
    status: PostStatus,
    actor: Actor,
  ): Promise<Result<EditorPost, EditError>>;
  /** Deletes the post with its revisions, and its article with the last language. */
  deletePost(id: string, version: number): Promise<Result<null, EditError>>;
  discardWorkingCopy(id: string, version: number, actor: Actor): Promise<Result<EditorPost, EditError>>;
  /** Newest first. */
  listRevisions(postId: string): Promise<RevisionSummary[]>;
  readRevision(postId: string, revisionId: string): Promise<Revision | null>;
  /** Applies the revision like an autosave; publishes nothing. */
  restoreRevision(
    postId: string,
    revisionId: string,
    version: number,
    actor: Actor,
  ): Promise<Result<EditorPost, EditError>>;
  /** The post as readers would see it with its working copy. */
  previewPost(id: string): Promise<Post | null>;
}

/** A post as a translation run sees it: the source, or a translation. */
export interface TranslatablePost extends EditorPost {
  origin: (typeof postOrigins)[number];
  /** Covers all translated fields, with the working copy applied. */
  text_digest: string;
}

/** Without the fields that the article's languages share. */
export type TranslationFields = Pick<
  PostFields,
  'title' | 'excerpt' | 'content' | 'featured_image_alt' | 'seo_title' | 'seo_description' | 'seo_keywords'
>;

export interface TranslationInput {
  article_id: string;
  locale: Locale;
  fields: TranslationFields;
  status: 'draft' | 'published';
  origin: 'machine' | 'untranslated';
  source: { locale: Locale; slug: string; version: number; digest: string };
  /** The version of the existing post; null if there was none. */
  version: number | null;
  actor: { id: string; name: string };
}

export interface TranslationStore {
  openPost(id: string): Promise<TranslatablePost | null>;
  findPost(articleId: string, locale: Locale): Promise<TranslatablePost | null>;
  /** Publishes the post with its working copy, if it still has this version. */
  publishOriginal(id: string, version: number, actor: Actor): Promise<Result<TranslatablePost, EditError>>;
  /** The user confirms that an untranslated post has been translated. */
  markTranslated(id: string, version: number, actor: Actor): Promise<Result<EditorPost, EditError>>;
  /**
   * Saves one language. `beforeCommit` runs in the same transaction and rolls it back by returning false. A
   * draft for a published post becomes its working copy. `post.conflict`: the version has changed.
   */
  saveTranslation(
    save: TranslationInput,
    beforeCommit: (queries: Queries, savedPost: EditorPost) => Promise<boolean>,
  ): Promise<Result<EditorPost, EditError | { code: 'lease.lost' }>>;
  /** Publishes all posts with their working copies; none if one fails or `beforeCommit` returns false. */
  publishTranslations(
    posts: readonly { id: string; version: number }[],
    actor: { id: string; name: string },
    beforeCommit: (queries: Queries) => Promise<boolean>,
  ): Promise<Result<EditorPost[], EditError | { code: 'lease.lost' }>>;
}

export interface SavePostError {
  code: BlogErrorCode;
  /** Index of the image in the text; undefined for the cover. */
  picture?: number;
  /** Index of the post if several are published together. */
  post?: number;
  cause?: unknown;
}

/** A post ready to be written. `undefined` means unchanged. */
export interface PreparedPost {
  /** For a new post; generated if omitted. */
  newId?: string;
  fields: z.output<typeof postInputSchema>;
  has(field: keyof PostInput): boolean;
  /** Sanitized, with stored images only. */
  content: string | undefined;
  cover: StoredImage | null | undefined;
}

export interface WriteTransaction {
  queries: Queries;
  write(prepared: PreparedPost): Promise<Result<SavePostResult, SavePostError>>;
  /** Adds another change to emit after the commit. */
  changed(change: BlogChange): void;
}
