import { once } from 'node:events';
import { type PassThrough, Readable } from 'node:stream';
import { and, asc, eq, inArray } from 'drizzle-orm';
import { ZipFile } from 'yazl';
import { readClip } from '#blog/clips.ts';
import { largestImageKey } from '#blog/images.ts';
import { listRedirects } from '#blog/redirects.ts';
import { categoryTextColumns, pick, pickPostTexts } from '#blog/texts-contract.ts';
import type { Queries } from '#database/database.ts';
import {
  article,
  articleTag,
  author,
  category,
  clip,
  mediaFile,
  post,
  slugHistory,
  tag,
} from '#database/schema.ts';
import type { Locale } from '#i18n/locales.ts';
import type { ReportProgress } from '../data-job-contract.ts';
import type { BackupDeps } from '../dump/write-backup.ts';
import { type ContentArticle, contentFormat, contentVersion } from './content-schema.ts';
import { renderPostMarkdown } from './markdown.ts';

async function readContentArticle(queries: Queries, id: string): Promise<ContentArticle | null> {
  const [found] = await queries
    .select({
      sourceLocale: article.sourceLocale,
      cover: article.coverFileId,
      category: category.slug,
      author: { slug: author.slug, name: author.name },
    })
    .from(article)
    .leftJoin(category, eq(category.id, article.categoryId))
    .leftJoin(author, and(eq(author.id, article.authorId), eq(author.isPublic, true)))
    .where(eq(article.id, id));
  const posts = await queries.select().from(post).where(eq(post.articleId, id)).orderBy(asc(post.locale));
  if (!found || posts.length === 0) return null;
  const tags = await queries
    .select({ slug: tag.slug })
    .from(articleTag)
    .innerJoin(tag, eq(tag.id, articleTag.tagId))
    .where(eq(articleTag.articleId, id))
    .orderBy(asc(tag.slug));
  const postIds = posts.map((row) => row.id);
  const former = await queries
    .select()
    .from(slugHistory)
    .where(inArray(slugHistory.postId, postIds))
    .orderBy(asc(slugHistory.slug));
  const redirects = new Map<string, string[]>();
  for (const postId of postIds) redirects.set(postId, await listRedirects(queries, postId));
  return {
    id,
    kind: posts[0]?.kind,
    source_locale: found.sourceLocale as Locale,
    category: found.category,
    tags: tags.map(({ slug }) => slug),
    author: found.author,
    cover: found.cover,
    posts: posts.map((row) => ({
      id: row.id,
      locale: row.locale as Locale,
      slug: row.slug,
      former_slugs: former.filter(({ postId }) => postId === row.id).map(({ slug }) => slug),
      redirects: redirects.get(row.id) ?? [],
      status: row.status,
      ...pickPostTexts(row),
      canonical_url: row.canonical_url,
      noindex: row.noindex,
      publication_date: row.publicationDate?.toISOString() ?? null,
      published_at: row.publishedAt?.toISOString() ?? null,
      created_at: row.createdAt.toISOString(),
      updated_at: row.updatedAt.toISOString(),
      origin: row.origin,
      source_version: row.sourceVersion,
      source_digest: row.sourceDigest,
      source_locale: row.sourceLocale as Locale | null,
    })),
  };
}

export interface ExportCounts {
  articles: number;
  posts: number;
  pictures: number;
}

/**
 * Drafts are included. Users, revisions and views are only in backups. What is deleted meanwhile is left
 * out, so the manifest, which has the counts, is the last entry. The counts are complete when `bytes` has ended.
 */
export async function exportContent(
  { database, files, now }: BackupDeps,
  onProgress?: ReportProgress,
): Promise<{ bytes: NodeJS.ReadableStream; counts: ExportCounts }> {
  const { query } = database;
  const posts = await query
    .select({ id: post.id, articleId: post.articleId, locale: post.locale, slug: post.slug })
    .from(post)
    .orderBy(asc(post.articleId), asc(post.locale));
  const articleIds = [...new Set(posts.map((row) => row.articleId))];
  const images = await query.select({ id: mediaFile.id, width: mediaFile.width }).from(mediaFile);
  const clips = await query.select({ id: clip.id, format: clip.format, bytes: clip.bytes }).from(clip);
  const categories = await query
    .select({
      slug: category.slug,
      color: category.color,
      names: category.names,
      ...pick(category, categoryTextColumns),
    })
    .from(category)
    .orderBy(asc(category.slug));
  const tags = await query.select({ slug: tag.slug, names: tag.names }).from(tag).orderBy(asc(tag.slug));
  const counts: ExportCounts = { articles: 0, posts: 0, pictures: 0 };

  const zip = new ZipFile();
  const output = zip.outputStream as PassThrough;
  // The error of an entry is not an error of the output.
  zip.on('error', (error: Error) => output.destroy(error));
  const mtime = new Date(now());
  const total = 3 + articleIds.length + posts.length + images.length + clips.length;
  let done = 0;
  const report = (step: 'posts' | 'images') => {
    onProgress?.({ step, done, total });
    done += 1;
  };
  /** Resolves when the content has been read: the next entry is read when there is room in the output. */
  const add = (name: string, content: string) =>
    new Promise<void>((resolve) => {
      zip.addReadStreamLazy(name, { mtime }, (callback) => {
        callback(null, Readable.from([Buffer.from(content)]).once('close', resolve));
      });
    });
  /** Not compressed, and with its length first: readers that stream can't find the end of a stored file otherwise. */
  const addMedia = async (name: string, bytes: Uint8Array) => {
    zip.addBuffer(Buffer.from(bytes), name, { mtime, compress: false });
    if (output.writableNeedDrain) await once(output, 'drain');
  };
  const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

  async function addEntries(): Promise<void> {
    report('posts');
    await add('categories.json', json(categories));
    report('posts');
    await add('tags.json', json(tags));
    for (const id of articleIds) {
      report('posts');
      const found = await readContentArticle(query, id);
      if (!found) continue;
      counts.articles += 1;
      counts.posts += found.posts.length;
      await add(`articles/${id}.json`, json(found));
    }
    for (const { id, articleId, locale, slug } of posts) {
      report('posts');
      const found = await readContentArticle(query, articleId);
      const contentPost = found?.posts.find((candidate) => candidate.id === id);
      if (!found || !contentPost) continue;
      const name = `posts/${locale}/${[...slug].slice(0, 40).join('')}-${id.slice(0, 8)}.md`;
      await add(name, renderPostMarkdown(found, contentPost));
    }
    for (const image of images) {
      report('images');
      const bytes = await files.get(largestImageKey(image));
      if (!bytes) continue;
      counts.pictures += 1;
      await addMedia(`files/${image.id}.webp`, bytes);
    }
    for (const stored of clips) {
      report('images');
      const bytes = await readClip(files, stored);
      if (bytes) await addMedia(`files/${stored.id}.${stored.format}`, bytes);
    }
    report('images');
    const manifest = {
      format: contentFormat,
      version: contentVersion,
      created_at: mtime.toISOString(),
      ...counts,
    };
    await add('unspool.json', json(manifest));
    zip.end();
  }

  addEntries().catch((error: Error) => output.destroy(error));
  return { bytes: output, counts };
}
