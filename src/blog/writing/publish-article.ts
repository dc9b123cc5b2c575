import { and, eq, inArray } from 'drizzle-orm';
import type { Database, Queries } from '#database/database.ts';
import { post, slugHistory } from '#database/schema.ts';
import type { Locale } from '#i18n/locales.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import type { BlogChange, Post, PostInput } from '../contract.ts';
import type { PreparedPost, SavePostError } from '../editing-contract.ts';
import type { FetchImage } from '../images/import-images.ts';
import type { ImageStoreDeps } from '../images/store-image.ts';
import { readPosts } from '../read-posts.ts';
import { preparePost } from './prepare-post.ts';
import { lockBlogWrites, type SavePostResult } from './write-post.ts';
import { runWriteTransaction } from './write-transaction.ts';

export interface BlogWriterDeps extends ImageStoreDeps {
  database: Pick<Database, 'query' | 'transaction'>;
  now(): number;
  random(): number;
  /** Called after each commit. */
  emitChange(change: BlogChange): Promise<void> | void;
  fetchImage: FetchImage | null;
  guessLanguage(text: string): Locale | null;
}

export type VersionedPost = Post & { version: number };

/** Omitted fields of an existing post stay unchanged. Throws if the input violates the schema. */
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

async function readVersionedPost(queries: Queries, { id, version }: SavePostResult): Promise<VersionedPost> {
  const [found] = await readPosts(queries, [id]);
  if (!found) throw new Error('saved post not found');
  return { ...found, version };
}

/** All or none. A new post without `article_id` joins the first one's article. */
export async function publishArticle(
  deps: BlogWriterDeps,
  inputs: readonly PostInput[],
): Promise<Result<VersionedPost[], SavePostError>> {
  const prepared: PreparedPost[] = [];
  for (const [index, input] of inputs.entries()) {
    const result = await preparePost(deps, { ...input, status: 'published' });
    if (!result.ok) return fail({ ...result.error, post: index });
    prepared.push(result.value);
  }
  return runWriteTransaction(
    deps,
    async ({ queries, write }): Promise<Result<VersionedPost[], SavePostError>> => {
      const posts: VersionedPost[] = [];
      for (const [index, preparedPost] of prepared.entries()) {
        const written = await write(joinArticle(preparedPost, posts[0]?.article_id));
        if (!written.ok) return fail({ ...written.error, post: index });
        posts.push(await readVersionedPost(queries, written.value));
      }
      return ok(posts);
    },
  );
}

function joinArticle(prepared: PreparedPost, articleId: string | undefined): PreparedPost {
  const { id, article_id } = prepared.fields;
  if (!articleId || id !== undefined || article_id !== undefined) return prepared;
  return { ...prepared, fields: { ...prepared.fields, article_id: articleId } };
}

export async function addFormerSlug(
  deps: Pick<BlogWriterDeps, 'database'>,
  { locale, slug }: { locale: string; slug: string },
  formerSlug: string,
): Promise<void> {
  await deps.database.transaction(async (queries) => {
    await lockBlogWrites(queries);
    const rows = await queries
      .select({ id: post.id, slug: post.slug })
      .from(post)
      .where(and(eq(post.locale, locale), inArray(post.slug, [slug, formerSlug])));
    const target = rows.find((row) => row.slug === slug);
    if (!target || rows.some((row) => row.slug === formerSlug)) return;
    await queries
      .insert(slugHistory)
      .values({ locale, slug: formerSlug, postId: target.id })
      .onConflictDoNothing();
  });
}
