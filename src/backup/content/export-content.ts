import { Readable } from 'node:stream';
import { asc, eq, inArray } from 'drizzle-orm';
import { ZipFile } from 'yazl';
import type { Database, Queries } from '#database/database.ts';
import { article, articleTag, category, mediaFile, post, slugHistory, tag } from '#database/schema.ts';
import type { Locale } from '#i18n/locales.ts';
import type { FileStore } from '#platform/storage/file-store.ts';
import { type ContentArticle, contentFormat, contentVersion } from './content-schema.ts';
import { renderPostMarkdown } from './markdown.ts';

async function readContentArticle(queries: Queries, id: string): Promise<ContentArticle | null> {
  const [found] = await queries
    .select({ sourceLocale: article.sourceLocale, cover: article.coverFileId, category: category.slug })
    .from(article)
    .leftJoin(category, eq(category.id, article.categoryId))
    .where(eq(article.id, id));
  const posts = await queries.select().from(post).where(eq(post.articleId, id)).orderBy(asc(post.locale));
  if (!found || posts.length === 0) return null;
  const tags = await queries
    .select({ slug: tag.slug })
    .from(articleTag)
    .innerJoin(tag, eq(tag.id, articleTag.tagId))
    .where(eq(articleTag.articleId, id))
    .orderBy(asc(tag.slug));
  const former = await queries
    .select()
    .from(slugHistory)
    .where(
      inArray(
        slugHistory.postId,
        posts.map((row) => row.id),
      ),
    )
    .orderBy(asc(slugHistory.slug));
  return {
    id,
    source_locale: found.sourceLocale as Locale,
    category: found.category,
    tags: tags.map(({ slug }) => slug),
    cover: found.cover,
    posts: posts.map((row) => ({
      id: row.id,
      locale: row.locale as Locale,
      slug: row.slug,
      former_slugs: former.filter(({ postId }) => postId === row.id).map(({ slug }) => slug),
      status: row.status,
      title: row.title,
      excerpt: row.excerpt,
      content: row.content,
      featured_image_alt: row.coverAlt,
      seo_title: row.seoTitle,
      seo_description: row.seoDescription,
      seo_keywords: row.seoKeywords,
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

export interface ExportDeps {
  database: Pick<Database, 'query'>;
  files: Pick<FileStore, 'get'>;
  getLargestFileKey(row: { id: string; width: number }): string;
  now(): number;
}

export interface ContentExport {
  bytes: NodeJS.ReadableStream;
  articles: number;
  posts: number;
  pictures: number;
}

/** Drafts are included. Users, revisions and views are only in backups. */
export async function exportContent({
  database,
  files,
  getLargestFileKey,
  now,
}: ExportDeps): Promise<ContentExport> {
  const { query } = database;
  const posts = await query
    .select({ id: post.id, articleId: post.articleId, locale: post.locale, slug: post.slug })
    .from(post)
    .orderBy(asc(post.articleId), asc(post.locale));
  const articleIds = [...new Set(posts.map((row) => row.articleId))];
  const images = await query.select({ id: mediaFile.id, width: mediaFile.width }).from(mediaFile);
  const categories = await query
    .select({
      slug: category.slug,
      color: category.color,
      names: category.names,
      descriptions: category.descriptions,
    })
    .from(category)
    .orderBy(asc(category.slug));
  const tags = await query.select({ slug: tag.slug, names: tag.names }).from(tag).orderBy(asc(tag.slug));
  const counts = { articles: articleIds.length, posts: posts.length, pictures: images.length };

  const zip = new ZipFile();
  const mtime = new Date(now());
  const add = (name: string, compress: boolean, read: () => Promise<string | Uint8Array | null>) =>
    zip.addReadStreamLazy(name, { mtime, compress }, (callback) => {
      read().then(
        (content) => callback(null, Readable.from([Buffer.from(content ?? '')])),
        (error) => callback(error, Readable.from([])),
      );
    });
  const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
  const manifest = {
    format: contentFormat,
    version: contentVersion,
    created_at: mtime.toISOString(),
    ...counts,
  };

  add('unspool.json', true, async () => json(manifest));
  add('categories.json', true, async () => json(categories));
  add('tags.json', true, async () => json(tags));
  for (const id of articleIds) {
    add(`articles/${id}.json`, true, async () => json(await readContentArticle(query, id)));
  }
  for (const { id, articleId, locale, slug } of posts) {
    add(`posts/${locale}/${[...slug].slice(0, 40).join('')}-${id.slice(0, 8)}.md`, true, async () => {
      const found = await readContentArticle(query, articleId);
      const contentPost = found?.posts.find((candidate) => candidate.id === id);
      return found && contentPost ? renderPostMarkdown(found, contentPost) : null;
    });
  }
  for (const image of images) {
    add(`files/${image.id}.webp`, false, () => files.get(getLargestFileKey(image)));
  }
  zip.end();
  return { bytes: zip.outputStream, ...counts };
}
