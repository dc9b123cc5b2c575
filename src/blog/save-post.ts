import type { Database, Queries } from '#database/connect.ts';
import type { Locale } from '#i18n/locales.ts';
import { ok, type Result } from '#platform/result.ts';
import type { BlogChange, Post, PostInput } from './contract.ts';
import { preparePost, type SaveError } from './prepare-post.ts';
import { readFullPosts } from './read-posts.ts';
import type { PictureShelf } from './store-picture.ts';
import type { FetchPicture } from './take-in-pictures.ts';
import type { Written } from './write-post.ts';
import { writeTogether } from './write-together.ts';

export interface WritingDesk extends PictureShelf {
  database: Pick<Database, 'query' | 'transaction'>;
  /** Milliseconds since 1970. */
  now(): number;
  random(): number;
  /** Told of every change after it is kept. */
  announce(change: BlogChange): Promise<void> | void;
  fetchPicture: FetchPicture | null;
  /** The language of a text, or null where that is not plain. */
  guessLanguage(text: string): Locale | null;
}

/** `version` is what the next change is to be based on. */
export type SavedPost = Post & { version: number };

/**
 * Creates a post, of a new article or as one more language of one, or changes the one with `id`: what the input leaves
 * out stays as it is. The HTML is sanitised, its pictures become ours. An input that breaks the schema throws.
 */
export async function savePost(desk: WritingDesk, input: PostInput): Promise<Result<SavedPost, SaveError>> {
  const prepared = await preparePost(desk, input);
  if (!prepared.ok) return prepared;
  return writeTogether(desk, async ({ queries, write }) => {
    const written = await write(prepared.value);
    return written.ok ? ok(await savedPost(queries, written.value)) : written;
  });
}

/** Read in the transaction that wrote it. */
export async function savedPost(queries: Queries, { id, version }: Written): Promise<SavedPost> {
  const [found] = await readFullPosts(queries, [id]);
  if (!found) throw new Error('a saved post has no row');
  return { ...found, version };
}
