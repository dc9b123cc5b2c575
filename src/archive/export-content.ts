import { Readable } from 'node:stream';
import { asc } from 'drizzle-orm';
import { ZipFile } from 'yazl';
import type { Database } from '#database/connect.ts';
import { category, mediaFile, post, tag } from '#database/schema.ts';
import type { FileStore } from '#platform/file-store.ts';
import { contentFormat, contentVersion } from './content-schema.ts';
import { readContentArticle } from './read-articles.ts';
import { renderPostMarkdown } from './write-markdown.ts';

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

/**
 * Streams a ZIP with articles as JSON, posts as Markdown too, and images in their largest size. Users,
 * revisions and views are only in backups.
 */
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
