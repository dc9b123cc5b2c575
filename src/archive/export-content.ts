import { Readable } from 'node:stream';
import { asc } from 'drizzle-orm';
import { ZipFile } from 'yazl';
import type { Database } from '#database/connect.ts';
import { category, mediaFile, post, tag } from '#database/schema.ts';
import type { FileStore } from '#platform/file-store.ts';
import { contentFormat, contentVersion } from './content-schema.ts';
import { readArticle } from './read-articles.ts';
import { writeMarkdown } from './write-markdown.ts';

export interface ExportTools {
  database: Pick<Database, 'query'>;
  files: Pick<FileStore, 'get'>;
  /** The key of a picture's largest variant. */
  largestFileOf(row: { id: string; width: number }): string;
  /** Milliseconds since 1970. */
  now(): number;
}

export interface ContentExport {
  bytes: NodeJS.ReadableStream;
  articles: number;
  posts: number;
  pictures: number;
}

/**
 * All content as one ZIP, made while it is read: every article as JSON, every post as Markdown too, every picture in its
 * largest width. People, revisions and readings are not content; a backup has them.
 */
export async function exportContent({
  database,
  files,
  largestFileOf,
  now,
}: ExportTools): Promise<ContentExport> {
  const { query } = database;
  const posts = await query
    .select({ id: post.id, articleId: post.articleId, locale: post.locale, slug: post.slug })
    .from(post)
    .orderBy(asc(post.articleId), asc(post.locale));
  const articleIds = [...new Set(posts.map((row) => row.articleId))];
  const pictures = await query.select({ id: mediaFile.id, width: mediaFile.width }).from(mediaFile);
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
  const counts = { articles: articleIds.length, posts: posts.length, pictures: pictures.length };

  const zip = new ZipFile();
  const mtime = new Date(now());
  const add = (name: string, compress: boolean, read: () => Promise<string | Uint8Array | null>) =>
    zip.addReadStreamLazy(name, { mtime, compress }, (give) => {
      read().then(
        (content) => give(null, Readable.from([Buffer.from(content ?? '')])),
        (error) => give(error, Readable.from([])),
      );
    });
  const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
  const head = { format: contentFormat, version: contentVersion, created_at: mtime.toISOString(), ...counts };

  add('unspool.json', true, async () => json(head));
  add('categories.json', true, async () => json(categories));
  add('tags.json', true, async () => json(tags));
  for (const id of articleIds) {
    add(`articles/${id}.json`, true, async () => json(await readArticle(query, id)));
  }
  for (const { id, articleId, locale, slug } of posts) {
    add(`posts/${locale}/${[...slug].slice(0, 40).join('')}-${id.slice(0, 8)}.md`, true, async () => {
      const found = await readArticle(query, articleId);
      const own = found?.posts.find((each) => each.id === id);
      return found && own ? writeMarkdown(found, own) : null;
    });
  }
  for (const picture of pictures) {
    add(`files/${picture.id}.webp`, false, () => files.get(largestFileOf(picture)));
  }
  zip.end();
  return { bytes: zip.outputStream, ...counts };
}
