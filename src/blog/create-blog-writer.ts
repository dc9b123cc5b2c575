import type { Result } from '#platform/result.ts';
import type { Picture, PostInput } from './contract.ts';
import type { PictureError } from './encode-picture.ts';
import { type CategoryWish, ensureCategory, ensureTag, type TagWish } from './ensure-categories.ts';
import { type PreparedPost, preparePost, type SaveError } from './prepare-post.ts';
import { publishMany } from './publish-many.ts';
import { rememberSlug } from './remember-slug.ts';
import { type SavedPost, savePost, type WritingDesk } from './save-post.ts';
import { storeDrawing, storePicture } from './store-picture.ts';
import { type Writing, writeTogether } from './write-together.ts';

/** Everything that changes the blog. */
export interface BlogWriter {
  savePost(input: PostInput): Promise<Result<SavedPost, SaveError>>;
  /** The two halves of a save, for who has more to do in its transaction. */
  preparePost(input: PostInput): Promise<Result<PreparedPost, SaveError>>;
  writeTogether<T, E>(run: (writing: Writing) => Promise<Result<T, E>>): Promise<Result<T, E>>;
  publishMany(inputs: readonly PostInput[]): Promise<Result<SavedPost[], SaveError>>;
  storePicture(bytes: Uint8Array): Promise<Result<Picture, PictureError>>;
  /** An SVG of our own; never one that came from outside. */
  storeDrawing(svg: string): Promise<Picture>;
  /** The id of the category with this slug, made where there is none. */
  ensureCategory(wish: CategoryWish): Promise<string>;
  ensureTag(wish: TagWish): Promise<string>;
  /** A former address that leads to the post which has a slug now, unless another has it. */
  rememberSlug(post: { locale: string; slug: string }, former: string): Promise<void>;
}

type Optional = 'random' | 'fetchPicture' | 'guessLanguage';
type WriterOptions = Omit<WritingDesk, Optional> & Partial<Pick<WritingDesk, Optional>>;

/**
 * Without `fetchPicture` no picture of another site is taken in: in texts it becomes a link, as a cover it is refused.
 * Without `guessLanguage` only a person says that a post in another language's words was translated.
 */
export function createBlogWriter(options: WriterOptions): BlogWriter {
  const desk: WritingDesk = {
    random: Math.random,
    fetchPicture: null,
    guessLanguage: () => null,
    ...options,
  };
  return {
    savePost: (input) => savePost(desk, input),
    preparePost: (input) => preparePost(desk, input),
    writeTogether: (run) => writeTogether(desk, run),
    publishMany: (inputs) => publishMany(desk, inputs),
    storePicture: (bytes) => storePicture(desk, bytes),
    storeDrawing: (svg) => storeDrawing(desk, svg),
    ensureCategory: (wish) => ensureCategory(desk, wish),
    ensureTag: (wish) => ensureTag(desk, wish),
    rememberSlug: (post, former) => rememberSlug(desk, post, former),
  };
}
