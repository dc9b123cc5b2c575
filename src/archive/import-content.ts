import type { Post } from '#blog/contract.ts';
import type { BlogWriter } from '#blog/create-blog-writer.ts';
import type { Database, Queries } from '#database/connect.ts';
import { isRefusedValue } from '#database/refused-value.ts';
import { ok, type Result } from '#platform/result.ts';
import type { ContentArticle } from './content-schema.ts';
import type { ImportError, ImportedPost, ImportReport } from './contract.ts';
import { importArticle, refusedPosts } from './import-article.ts';
import { openZip } from './open-zip.ts';
import { createPictureIntake } from './picture-intake.ts';
import { readContent } from './read-content.ts';

export interface ImportTools {
  database: Pick<Database, 'query'>;
  /** Takes no picture of another site in: an archive must not make this server ask for anything. */
  writer: Pick<
    BlogWriter,
    'preparePost' | 'writeTogether' | 'storePicture' | 'ensureCategory' | 'ensureTag' | 'rememberSlug'
  >;
  /** In the order of `ids`, whatever their status. */
  readFullPosts(queries: Queries, ids: readonly string[]): Promise<Post[]>;
  /** Sees to it that what a post is now stays among its revisions. */
  keepRevision(queries: Queries, postId: string): Promise<void>;
  normaliseSlug(slug: string): string;
  soundLine(text: string): string;
}

/**
 * Takes in what `exportContent` wrote, or what somebody made of it. The archive is read whole and held against its
 * schemas first; then each article comes in with all its languages or not at all, sanitised as anything that is typed.
 * A post is known by its id: done again, nothing changes. What is here and different stays, unless `replace`.
 */
export async function importContent(
  tools: ImportTools,
  path: string,
  { replace }: { replace: boolean },
): Promise<Result<ImportReport, ImportError>> {
  const opened = await openZip(path);
  if (!opened.ok) return { ok: false, error: { code: opened.error } };
  await using zip = opened.value;
  const content = await readContent(zip);
  if (!content.ok) return content;
  const { categories, tags, articles, picture } = content.value;

  const shelves = { categories: new Map<string, string>(), tags: new Map<string, string>() };
  const namesOf = (names: Partial<Record<string, string>>) =>
    Object.fromEntries(
      Object.entries(names)
        .map(([locale, name]) => [locale, tools.soundLine(name ?? '')])
        .filter(([, name]) => name !== ''),
    );
  for (const { slug, color, names, descriptions } of categories) {
    const own = tools.normaliseSlug(slug);
    if (own === '') continue;
    const wish = {
      slug: own,
      color,
      names: { en: own, ...namesOf(names) },
      descriptions: namesOf(descriptions),
    };
    shelves.categories.set(slug, await tools.writer.ensureCategory(wish));
  }
  for (const { slug, names } of tags) {
    const own = tools.normaliseSlug(slug);
    if (own === '') continue;
    shelves.tags.set(
      slug,
      await tools.writer.ensureTag({ slug: own, names: { en: own, ...namesOf(names) } }),
    );
  }

  const pictures = createPictureIntake(tools, picture);
  const report: ImportReport = { posts: [], missingPictures: 0 };
  for await (const article of articles()) {
    const outcome = importArticle(tools, article, { shelves, pictures, replace });
    report.posts.push(...(await outcome.catch((error) => refusedByDatabase(article, error))));
  }
  report.missingPictures = pictures.missing();
  return ok(report);
}

/** What no schema of ours knows of and the database does not take: this article alone is refused. */
function refusedByDatabase(article: ContentArticle, error: unknown): ImportedPost[] {
  if (!isRefusedValue(error)) throw error;
  return refusedPosts(article, 'post.unfit');
}
