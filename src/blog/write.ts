import type { Result } from '#platform/result.ts';
import type { PostInput, StoredImage } from './contract.ts';
import type { PreparedPost, SavePostError, WriteTransaction } from './editing-contract.ts';
import type { ImageError } from './images/encode-image.ts';
import { storeImage, storeSvg } from './images/store-image.ts';
import { ensureCategory, ensureTag, type NewCategory, type NewTag } from './taxonomy/ensure-taxonomy.ts';
import { preparePost } from './writing/prepare-post.ts';
import {
  addFormerSlug,
  type BlogWriterDeps,
  publishArticle,
  savePost,
  type VersionedPost,
} from './writing/publish-article.ts';
import { runWriteTransaction } from './writing/write-transaction.ts';

export interface BlogWriter {
  savePost(input: PostInput): Promise<Result<VersionedPost, SavePostError>>;
  /** `preparePost` and `transaction` split a save, for callers with more to write in the transaction. */
  preparePost(input: PostInput): Promise<Result<PreparedPost, SavePostError>>;
  transaction<T, E>(run: (tx: WriteTransaction) => Promise<Result<T, E>>): Promise<Result<T, E>>;
  publishArticle(inputs: readonly PostInput[]): Promise<Result<VersionedPost[], SavePostError>>;
  storeImage(bytes: Uint8Array): Promise<Result<StoredImage, ImageError>>;
  /** Trusted SVGs only, never user input. */
  storeSvg(svg: string): Promise<StoredImage>;
  ensureCategory(input: NewCategory): Promise<string>;
  ensureTag(input: NewTag): Promise<string>;
  /** Redirects `formerSlug` to the post. Does nothing if another post has or had it. */
  addFormerSlug(post: { locale: string; slug: string }, formerSlug: string): Promise<void>;
}

type Optional = 'random' | 'fetchImage' | 'guessLanguage';
export type BlogWriterOptions = Omit<BlogWriterDeps, Optional> & Partial<Pick<BlogWriterDeps, Optional>>;

/** Without `fetchImage`, an external image in a text becomes a link, and an external cover is rejected. */
export function createBlogWriter(options: BlogWriterOptions): BlogWriter {
  const deps: BlogWriterDeps = {
    random: Math.random,
    fetchImage: null,
    guessLanguage: () => null,
    ...options,
  };
  return {
    savePost: (input) => savePost(deps, input),
    preparePost: (input) => preparePost(deps, input),
    transaction: (run) => runWriteTransaction(deps, run),
    publishArticle: (inputs) => publishArticle(deps, inputs),
    storeImage: (bytes) => storeImage(deps, bytes),
    storeSvg: (svg) => storeSvg(deps, svg),
    ensureCategory: (input) => ensureCategory(deps, input),
    ensureTag: (input) => ensureTag(deps, input),
    addFormerSlug: (post, formerSlug) => addFormerSlug(deps, post, formerSlug),
  };
}
