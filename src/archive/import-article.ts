import { inArray } from 'drizzle-orm';
import { type Post, type PostInput, postInputSchema } from '#blog/contract.ts';
import type { PreparedPost } from '#blog/prepare-post.ts';
import type { Writing } from '#blog/write-together.ts';
import { article, post } from '#database/schema.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import type { ContentArticle, ContentPost } from './content-schema.ts';
import type { ImportedPost } from './contract.ts';
import type { ImportTools } from './import-content.ts';
import type { PictureIntake } from './picture-intake.ts';

interface ImportContext {
  shelves: { categories: ReadonlyMap<string, string>; tags: ReadonlyMap<string, string> };
  pictures: PictureIntake;
  replace: boolean;
}

interface Language {
  given: ContentPost;
  prepared: PreparedPost;
}

type Verdict = 'created' | 'changed' | 'unchanged';

/** All languages of one article, or none; what is to be said of each. */
export async function importArticle(
  tools: ImportTools,
  given: ContentArticle,
  context: ImportContext,
): Promise<ImportedPost[]> {
  const languages = await prepare(tools, given, context);
  if (!languages.ok) return refusedPosts(given, languages.error);

  // Written once to see what it would change, and undone.
  const verdicts = new Map<string, Verdict>();
  const tried = await tools.writer.writeTogether(async (writing) => {
    const written = await write(tools, writing, given, languages.value, verdicts);
    return written.ok ? fail('only tried') : written;
  });
  if (!tried.ok && tried.error !== 'only tried') return refusedPosts(given, tried.error);

  const isWanted = ({ given: one }: Language) =>
    verdicts.get(one.id) === 'created' || (context.replace && verdicts.get(one.id) === 'changed');
  const wanted = languages.value.filter(isWanted);
  if (wanted.length > 0) {
    const isAllNew = [...verdicts.values()].every((verdict) => verdict === 'created');
    const shared = isAllNew || context.replace ? wanted : wanted.map(withoutShared);
    const written = await tools.writer.writeTogether((writing) => write(tools, writing, given, shared, null));
    if (!written.ok) return refusedPosts(given, written.error);
    await rememberSlugs(tools, written.value, wanted);
  }
  return given.posts.map((one) => {
    const verdict = verdicts.get(one.id) ?? 'unchanged';
    const outcome = verdict === 'changed' && !context.replace ? 'kept' : verdict;
    return { article: given.id, locale: one.locale, slug: one.slug, outcome };
  });
}

/** All its languages, for one reason. */
export function refusedPosts({ id, posts }: ContentArticle, code: string): ImportedPost[] {
  return posts.map(({ locale, slug }) => ({ article: id, locale, slug, outcome: 'refused', code }));
}

/** The original first: of a new article its language is the original's. */
async function prepare(
  { writer }: ImportTools,
  given: ContentArticle,
  { shelves, pictures }: ImportContext,
): Promise<Result<Language[], string>> {
  const cover = given.cover === null ? null : await pictures.addressOf(given.cover);
  const shared: Partial<PostInput> = {
    featured_image_url: cover,
    category_id: (given.category !== null && shelves.categories.get(given.category)) || null,
    tag_ids: given.tags.map((slug) => shelves.tags.get(slug)).filter((id) => id !== undefined),
  };
  const inOrder = given.posts.toSorted(
    (a, b) => Number(b.locale === given.source_locale) - Number(a.locale === given.source_locale),
  );
  const languages: Language[] = [];
  for (const one of inOrder) {
    const { id: _, created_at: __, updated_at: ___, former_slugs: ____, published_at, ...fields } = one;
    const input = {
      ...{ ...fields, ...shared, content: await pictures.placed(one.content) },
      ...(published_at !== null && { published_at }),
    };
    // With the addresses of its pictures here it may have become too long.
    if (!postInputSchema.safeParse(input).success) return fail('post.unfit');
    const prepared = await writer.preparePost(input);
    if (!prepared.ok) return fail(prepared.error.code);
    languages.push({ given: one, prepared: prepared.value });
  }
  return ok(languages);
}

/** Writes them, each as what it is: a post that is there, or a new one of that id. `verdicts` hears what has changed. */
async function write(
  tools: ImportTools,
  { queries, write: writePost }: Writing,
  given: ContentArticle,
  languages: readonly Language[],
  verdicts: Map<string, Verdict> | null,
): Promise<Result<string[], string>> {
  const ids = given.posts.map(({ id }) => id);
  const rows = await queries
    .select({ id: post.id, articleId: post.articleId })
    .from(post)
    .where(inArray(post.id, ids));
  const [same] = await queries
    .select({ id: article.id })
    .from(article)
    .where(inArray(article.id, [given.id]));
  const articles = new Set(rows.map((row) => row.articleId));
  if (articles.size > 1) return fail('article.mixed');
  let joined = [...articles][0] ?? same?.id;
  const before = new Map((await tools.readFullPosts(queries, ids)).map((found) => [found.id, found]));
  for (const { given: one, prepared } of languages) {
    const isThere = before.has(one.id);
    if (isThere) await tools.keepRevision(queries, one.id);
    const { newId: _, ...rest } = prepared;
    const written = await writePost({
      ...rest,
      ...(!isThere && { newId: one.id }),
      fields: {
        ...prepared.fields,
        ...(isThere && { id: one.id }),
        ...(!isThere && joined !== undefined && { article_id: joined }),
      },
    });
    if (!written.ok) return fail(written.error.code);
    joined ??= written.value.change.articleId;
  }
  if (verdicts) {
    for (const found of await tools.readFullPosts(queries, ids)) {
      const old = before.get(found.id);
      verdicts.set(found.id, !old ? 'created' : isSame(old, found) ? 'unchanged' : 'changed');
    }
  }
  return ok(languages.map(({ given: one }) => one.id));
}

function isSame(a: Post, b: Post): boolean {
  const comparable = ({ updated_at: _, ...rest }: Post) => JSON.stringify(rest);
  return comparable(a) === comparable(b);
}

/** As one more language of an article that is here: what its languages share stays as it is. */
function withoutShared({ given, prepared }: Language): Language {
  const shared: (keyof PostInput)[] = ['featured_image_url', 'category_id', 'tag_ids'];
  return {
    given,
    prepared: {
      ...prepared,
      cover: undefined,
      has: (field) => !shared.includes(field) && prepared.has(field),
    },
  };
}

async function rememberSlugs(
  { database, writer, readFullPosts, normaliseSlug }: ImportTools,
  ids: readonly string[],
  languages: readonly Language[],
): Promise<void> {
  const posts = new Map((await readFullPosts(database.query, ids)).map((found) => [found.id, found]));
  for (const { given } of languages) {
    const found = posts.get(given.id);
    for (const former of found ? given.former_slugs : []) {
      if (found && normaliseSlug(former) === former) await writer.rememberSlug(found, former);
    }
  }
}
