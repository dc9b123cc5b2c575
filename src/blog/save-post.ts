import type { Database, Queries } from '#database/connect.ts';
import type { Locale } from '#i18n/locales.ts';
import { ok, type Result } from '#platform/result.ts';
import type { BlogChange, Post, PostInput } from './contract.ts';
import { preparePost, type SavePostError } from './prepare-post.ts';
import { readPosts } from './read-posts.ts';
import type { ImageStoreDeps } from './store-picture.ts';
import type { FetchImage } from './take-in-pictures.ts';
import type { SavePostResult } from './write-post.ts';
import { runWriteTransaction } from './write-together.ts';

export interface BlogWriterDeps extends ImageStoreDeps {
  database: Pick<Database, 'query' | 'transaction'>;
  /** Milliseconds since 1970. */
  now(): number;
  random(): number;
  /** Called after each commit. */
  emitChange(change: BlogChange): Promise<void> | void;
  fetchImage: FetchImage | null;
  guessLanguage(text: string): Locale | null;
}

export type VersionedPost = Post & { version: number };

/**
 * Creates a post in a new or existing article, or updates the one with `id`; omitted fields stay unchanged.
 * Sanitizes the HTML and stores its images. Throws if the input violates the schema.
 */
export async function savePost(
  deps: BlogWriterDeps,
  input: PostInput,
): Promise<Result<VersionedPost, SavePostError>> {
  const prepared = await preparePost(deps, input);
  if (!prepared.ok) return prepared;
  return runWriteTransaction(deps, async ({ queries, write }) => {
    const written = await write(prepared.value);
    return written.ok ? ok(await readVersionedPost(queries, written.value)) : written;
  });
}

/** Call it in the transaction that wrote the post. */
export async function readVersionedPost(
  queries: Queries,
  { id, version }: SavePostResult,
): Promise<VersionedPost> {
  const [found] = await readPosts(queries, [id]);
  if (!found) throw new Error('a saved post has no row');
  return { ...found, version };
}
