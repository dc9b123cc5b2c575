import { eq, inArray } from 'drizzle-orm';
import { type Post, type PostInput, postInputSchema } from '#blog/contract.ts';
import { recordCurrentRevision } from '#blog/edit.ts';
import type { PreparedPost, WriteTransaction } from '#blog/editing-contract.ts';
import { readPosts } from '#blog/read-posts.ts';
import { normalizeSlug } from '#blog/slug.ts';
import { article, post } from '#database/schema.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import type { ImportedPost } from '../contract.ts';
import type { ArchiveFiles } from './archive-files.ts';
import type { ContentArticle, ContentPost } from './content-schema.ts';
import type { ImportDeps } from './import-content.ts';

/** By the slugs in the import, or by those of this site if it is of another program. */
export interface TaxonomyIds {
  categories: Map<string, string>;
  tags: Map<string, string>;
}

export interface ImportContext {
  taxonomyIds: TaxonomyIds;
  files: Pick<ArchiveFiles, 'resolveImageUrl' | 'rewriteUrls'>;
  replace: boolean;
  /** Of another program: its authors are not this site's users, also if a slug is the same. */
  isForeign?: boolean;
}

interface Language {
  input: ContentPost;
  prepared: PreparedPost;
}

const dryRunDone = 'dry run done';

type WriteOutcome = 'created' | 'changed' | 'unchanged';

/** Imports all languages of an article or none. */
export async function importArticle(
  deps: ImportDeps,
  contentArticle: ContentArticle,
  context: ImportContext,
): Promise<ImportedPost[]> {
  const languages = await prepare(deps, contentArticle, context);
  if (!languages.ok) return rejectedPosts(contentArticle, languages.error);

  // A dry run: the transaction is rolled back.
  const outcomes = new Map<string, WriteOutcome>();
  const dryRun = await deps.writer.transaction(async (writing) => {
    const written = await write(deps, writing, contentArticle, languages.value, outcomes);
    return written.ok ? fail(dryRunDone) : written;
  });
  if (!dryRun.ok && dryRun.error !== dryRunDone) return rejectedPosts(contentArticle, dryRun.error);

  const shouldWrite = ({ input: contentPost }: Language) =>
    outcomes.get(contentPost.id) === 'created' ||
    (context.replace && outcomes.get(contentPost.id) === 'changed');
  const toWrite = languages.value.filter(shouldWrite);
  if (toWrite.length > 0) {
    const isAllNew = [...outcomes.values()].every((writeOutcome) => writeOutcome === 'created');
    const shared = isAllNew || context.replace ? toWrite : toWrite.map(withoutShared);
    const written = await deps.writer.transaction((writing) =>
      write(deps, writing, contentArticle, shared, null),
    );
    if (!written.ok) return rejectedPosts(contentArticle, written.error);
    await saveFormerSlugs(deps, written.value, toWrite);
  }
  return contentArticle.posts.map((contentPost) => {
    const writeOutcome = outcomes.get(contentPost.id) ?? 'unchanged';
    const outcome = writeOutcome === 'changed' && !context.replace ? 'kept' : writeOutcome;
    return { article: contentArticle.id, locale: contentPost.locale, slug: contentPost.slug, outcome };
  });
}

/** Of posts that are as they are in the import now. */
export async function saveRedirects(
  { writer }: Pick<ImportDeps, 'writer'>,
  { posts }: ContentArticle,
  results: readonly ImportedPost[],
): Promise<{ added: number; taken: string[] }> {
  let added = 0;
  const taken: string[] = [];
  for (const [index, { id, redirects = [] }] of posts.entries()) {
    const outcome = results[index]?.outcome;
    if (redirects.length === 0 || outcome === 'kept' || outcome === 'refused') continue;
    const leading = await writer.addRedirects(id, redirects);
    added += leading.length;
    taken.push(...redirects.filter((address) => !leading.includes(address)));
  }
  return { added, taken };
}

export function rejectedPosts({ id, posts }: ContentArticle, code: string): ImportedPost[] {
  return posts.map(({ locale, slug }) => ({ article: id, locale, slug, outcome: 'refused', code }));
}

/** Source language first: a new article takes its source locale from the first post. */
async function prepare(
  { writer }: ImportDeps,
  contentArticle: ContentArticle,
  { taxonomyIds, files, isForeign = false }: ImportContext,
): Promise<Result<Language[], string>> {
  const cover = contentArticle.cover === null ? null : await files.resolveImageUrl(contentArticle.cover);
  const shared: Partial<PostInput> = {
    kind: contentArticle.kind ?? 'post',
    featured_image_url: cover,
    category_id:
      (contentArticle.category !== null && taxonomyIds.categories.get(contentArticle.category)) || null,
    tag_ids: contentArticle.tags.map((slug) => taxonomyIds.tags.get(slug)).filter((id) => id !== undefined),
    ...(contentArticle.author && {
      author_id: await writer.ensureAuthor({ ...contentArticle.author, isForeign }),
    }),
  };
  const sourceFirst = contentArticle.posts.toSorted(
    (a, b) =>
      Number(b.locale === contentArticle.source_locale) - Number(a.locale === contentArticle.source_locale),
  );
  const languages: Language[] = [];
  for (const contentPost of sourceFirst) {
    const { id, created_at, updated_at, former_slugs, redirects, published_at, ...fields } = contentPost;
    const input = {
      ...fields,
      ...shared,
      content: await files.rewriteUrls(contentPost.content),
      ...(published_at !== null && { published_at }),
    };
    // The new image URLs may have made it too long.
    if (!postInputSchema.safeParse(input).success) return fail('post.unfit');
    const prepared = await writer.preparePost(input);
    if (!prepared.ok) return fail(prepared.error.code);
    languages.push({ input: contentPost, prepared: prepared.value });
  }
  return ok(languages);
}

async function write(
  deps: ImportDeps,
  { queries, write: writePost }: WriteTransaction,
  contentArticle: ContentArticle,
  languages: readonly Language[],
  outcomes: Map<string, WriteOutcome> | null,
): Promise<Result<string[], string>> {
  const ids = contentArticle.posts.map(({ id }) => id);
  const rows = await queries
    .select({ id: post.id, articleId: post.articleId })
    .from(post)
    .where(inArray(post.id, ids));
  const [existingArticle] = await queries
    .select({ id: article.id })
    .from(article)
    .where(eq(article.id, contentArticle.id));
  const articleIds = new Set(rows.map((row) => row.articleId));
  if (articleIds.size > 1) return fail('article.mixed');
  let targetArticleId = [...articleIds][0] ?? existingArticle?.id;
  const before = new Map((await readPosts(queries, ids)).map((found) => [found.id, found]));
  for (const { input: contentPost, prepared } of languages) {
    const exists = before.has(contentPost.id);
    if (exists) await recordCurrentRevision(queries, contentPost.id, deps.now);
    const written = await writePost({
      ...prepared,
      ...(exists ? { id: contentPost.id } : { newId: contentPost.id }),
      ...(!exists && targetArticleId !== undefined && { article_id: targetArticleId }),
    });
    if (!written.ok) return fail(written.error.code);
    targetArticleId ??= written.value.change.articleId;
  }
  if (outcomes) {
    for (const found of await readPosts(queries, ids)) {
      const old = before.get(found.id);
      outcomes.set(found.id, !old ? 'created' : isSame(old, found) ? 'unchanged' : 'changed');
    }
  }
  return ok(languages.map(({ input: contentPost }) => contentPost.id));
}

function isSame(a: Post, b: Post): boolean {
  const comparable = ({ updated_at, ...rest }: Post) => JSON.stringify(rest);
  return comparable(a) === comparable(b);
}

function withoutShared({ input, prepared }: Language): Language {
  const { cover, category_id, tag_ids, author_id, ...unshared } = prepared;
  return { input, prepared: unshared };
}

async function saveFormerSlugs(
  { database, writer }: ImportDeps,
  ids: readonly string[],
  languages: readonly Language[],
): Promise<void> {
  const posts = new Map((await readPosts(database.query, ids)).map((found) => [found.id, found]));
  for (const { input } of languages) {
    const found = posts.get(input.id);
    for (const former of found ? input.former_slugs : []) {
      if (found && normalizeSlug(former) === former) await writer.addFormerSlug(found, former);
    }
  }
}
