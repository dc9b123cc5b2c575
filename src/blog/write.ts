import { lockUntilCommit } from '#database/advisory-locks.ts';
import type { Database, Queries } from '#database/database.ts';
import { type Locale, locales } from '#i18n/locales.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import { ensureAuthor, type NewAuthor } from './authors.ts';
import type { StoredClip } from './clip-contract.ts';
import { type ClipError, createClipStore } from './clips.ts';
import type { BlogChange, PostInput, StoredImage } from './contract.ts';
import type { PreparedPost, SavePostError, WriteTransaction } from './editing-contract.ts';
import type { EncodedImage, ImageError } from './images/encode-image.ts';
import { type FetchImage, type ImageStoreDeps, storeImage, storeSvg } from './images.ts';
import { addRedirects } from './redirects.ts';
import { addFormerSlug } from './slug.ts';
import { ensureCategory, ensureTag, type NewCategory, type NewTag } from './taxonomy.ts';
import { createDryRunWriter } from './writing/dry-run-writer.ts';
import { preparePost } from './writing/prepare-post.ts';
import { writePost } from './writing/write-post.ts';

type NewPost = Omit<PostInput, 'id' | 'article_id'>;

export interface BlogWriter {
  /** `preparePost` and `transaction` split a save, for callers with more to write in the transaction. */
  preparePost(input: PostInput): Promise<Result<PreparedPost, SavePostError>>;
  /** An error result rolls back. Changes are emitted after the commit, merged by article. */
  transaction<T, E>(run: (tx: WriteTransaction) => Promise<Result<T, E>>): Promise<Result<T, E>>;
  /** Publishes the posts as one new article, all or none. */
  publishArticle(inputs: readonly NewPost[]): Promise<Result<null, SavePostError>>;
  storeImage(bytes: Uint8Array): Promise<Result<StoredImage, ImageError>>;
  storeClip(bytes: Uint8Array): Promise<Result<StoredClip, ClipError>>;
  /** Trusted SVGs only, never user input. */
  storeSvg(svg: string, encoded?: EncodedImage | null): Promise<StoredImage>;
  ensureCategory(input: NewCategory): Promise<string>;
  ensureTag(input: NewTag): Promise<string>;
  ensureAuthor(input: NewAuthor): Promise<string>;
  /** Redirects `formerSlug` to the post. Does nothing if another post has or had it. */
  addFormerSlug(post: { locale: string; slug: string }, formerSlug: string): Promise<void>;
  /** Addresses on the site that the post was imported from. Returns those that lead to it now. */
  addRedirects(postId: string, addresses: readonly string[]): Promise<string[]>;
  /** A writer with the same results that writes nothing. Use a new one for each dry run. */
  createDryRun(): Omit<BlogWriter, 'publishArticle' | 'storeSvg' | 'createDryRun'>;
}

export interface BlogWriterDeps extends ImageStoreDeps {
  database: Pick<Database, 'query' | 'transaction'>;
  now(): number;
  random(): number;
  /** Called after each commit. */
  emitChange(change: BlogChange): Promise<void> | void;
  fetchImage: FetchImage | null;
  guessLanguage(text: string): Locale | null;
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
  const transaction: BlogWriter['transaction'] = (run) => runWriteTransaction(deps, run);
  return {
    preparePost: (input) => preparePost(deps, input),
    transaction,
    publishArticle: (inputs) => publishArticle(deps, inputs),
    storeImage: (bytes) => storeImage(deps, bytes),
    storeClip: createClipStore(deps).store,
    storeSvg: (svg, encoded) => storeSvg(deps, svg, encoded),
    ensureCategory: (input) => ensureCategory(deps, input),
    ensureTag: (input) => ensureTag(deps, input),
    ensureAuthor: (input) => ensureAuthor(deps, input),
    addFormerSlug: (post, formerSlug) => addFormerSlug(deps.database, post, formerSlug),
    addRedirects: (postId, addresses) => addRedirects(deps.database, postId, addresses),
    createDryRun: () => createDryRunWriter(deps, transaction),
  };
}

async function runWriteTransaction<T, E>(
  deps: BlogWriterDeps,
  run: (tx: WriteTransaction) => Promise<Result<T, E>>,
): Promise<Result<T, E>> {
  const changes: BlogChange[] = [];
  const result = await transactionWithResult(deps.database, async (queries) => {
    await lockUntilCommit(queries, 'blogWrites');
    return run({
      queries,
      async write(prepared, current) {
        const written = await writePost(queries, prepared, deps, current);
        if (written.ok) changes.push(written.value.change);
        return written;
      },
      addChange: (change) => void changes.push(change),
    });
  });
  if (!result.ok) return result;
  for (const [articleId, articleChanges] of Map.groupBy(changes, (change) => change.articleId)) {
    const affectedLocales = new Set<Locale>(articleChanges.flatMap((change) => change.locales));
    const siblings = articleChanges
      .flatMap((change) => change.siblings ?? [])
      .filter(({ locale }) => !affectedLocales.has(locale));
    await deps.emitChange({
      articleId,
      locales: locales.filter((locale) => affectedLocales.has(locale)),
      ...(siblings.length > 0 && { siblings }),
    });
  }
  return result;
}

async function transactionWithResult<T, E>(
  database: Pick<Database, 'transaction'>,
  run: (queries: Queries) => Promise<Result<T, E>>,
): Promise<Result<T, E>> {
  let failure: Result<T, E> | null = null;
  const rollback = new Error('rollback');
  try {
    return await database.transaction(async (queries) => {
      const result = await run(queries);
      if (result.ok) return result;
      failure = result;
      throw rollback;
    });
  } catch (error) {
    if (error !== rollback || failure === null) throw error;
    return failure;
  }
}

async function publishArticle(
  deps: BlogWriterDeps,
  inputs: readonly NewPost[],
): Promise<Result<null, SavePostError>> {
  const prepared: PreparedPost[] = [];
  for (const [index, input] of inputs.entries()) {
    const result = await preparePost(deps, { ...input, status: 'published' });
    if (!result.ok) return fail({ ...result.error, post: index });
    prepared.push(result.value);
  }
  return runWriteTransaction(deps, async ({ write }): Promise<Result<null, SavePostError>> => {
    let article: { article_id?: string } = {};
    for (const [index, preparedPost] of prepared.entries()) {
      const written = await write({ ...preparedPost, ...article });
      if (!written.ok) return fail({ ...written.error, post: index });
      article = { article_id: written.value.change.articleId };
    }
    return ok(null);
  });
}
