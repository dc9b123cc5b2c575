import { normalizeSlug } from '#blog/slug.ts';
import type { BlogWriter } from '#blog/write.ts';
import { isDataOrConstraintError } from '#database/data-errors.ts';
import type { Database, Queries } from '#database/database.ts';
import { normalizeLine } from '#platform/normalize-text.ts';
import { ok, type Result } from '#platform/result.ts';
import type { ImportError, ImportedPost, ImportReport } from '../contract.ts';
import { createArchiveImages } from './archive-images.ts';
import type { ContentArticle } from './content-schema.ts';
import { importArticle, rejectedPosts } from './import-article.ts';
import { readContentArchive } from './read-content.ts';
import { openZip } from './zip-reader.ts';

export interface ImportDeps {
  database: Pick<Database, 'query'>;
  /** Must not fetch images: an archive must not make this server send requests. */
  writer: Pick<
    BlogWriter,
    'preparePost' | 'transaction' | 'storeImage' | 'ensureCategory' | 'ensureTag' | 'addFormerSlug'
  >;
  saveRevision(queries: Queries, postId: string): Promise<void>;
}

/** Validates the whole archive first. Posts are matched by id; differing ones stay unless `replace`. */
export async function importContent(
  deps: ImportDeps,
  path: string,
  { replace }: { replace: boolean },
): Promise<Result<ImportReport, ImportError>> {
  const opened = await openZip(path);
  if (!opened.ok) return { ok: false, error: { code: opened.error } };
  await using zip = opened.value;
  const content = await readContentArchive(zip);
  if (!content.ok) return content;
  const { categories, tags, articles, readImage } = content.value;

  const taxonomyIds = { categories: new Map<string, string>(), tags: new Map<string, string>() };
  const normalizeTexts = (names: Partial<Record<string, string>>) =>
    Object.fromEntries(
      Object.entries(names)
        .map(([locale, name]) => [locale, normalizeLine(name ?? '')])
        .filter(([, name]) => name !== ''),
    );
  for (const { slug, color, names, descriptions } of categories) {
    const normalizedSlug = normalizeSlug(slug);
    if (normalizedSlug === '') continue;
    const category = {
      slug: normalizedSlug,
      color,
      names: { en: normalizedSlug, ...normalizeTexts(names) },
      descriptions: normalizeTexts(descriptions),
    };
    taxonomyIds.categories.set(slug, await deps.writer.ensureCategory(category));
  }
  for (const { slug, names } of tags) {
    const normalizedSlug = normalizeSlug(slug);
    if (normalizedSlug === '') continue;
    taxonomyIds.tags.set(
      slug,
      await deps.writer.ensureTag({
        slug: normalizedSlug,
        names: { en: normalizedSlug, ...normalizeTexts(names) },
      }),
    );
  }

  const images = createArchiveImages(deps, readImage);
  const report: ImportReport = { posts: [], missingPictures: 0 };
  for await (const article of articles()) {
    const outcome = importArticle(deps, article, { taxonomyIds, images, replace });
    report.posts.push(...(await outcome.catch((error) => rejectInvalidArticle(article, error))));
  }
  report.missingPictures = images.missing();
  return ok(report);
}

/** A value that the schemas allow and the database rejects: skip only this article. */
function rejectInvalidArticle(article: ContentArticle, error: unknown): ImportedPost[] {
  if (!isDataOrConstraintError(error)) throw error;
  return rejectedPosts(article, 'post.unfit');
}
