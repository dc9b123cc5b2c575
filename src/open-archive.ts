import { join } from 'node:path';
import { type Archive, createArchive } from '#archive/create-archive.ts';
import { createBlogWriter } from '#blog/create-blog-writer.ts';
import { largestPictureKey, pictureFileKeys } from '#blog/picture-files.ts';
import { readFullPosts } from '#blog/read-posts.ts';
import type { WritingDesk } from '#blog/save-post.ts';
import { normaliseSlug } from '#blog/slug.ts';
import { soundLine } from '#blog/sound-text.ts';
import type { Config } from '#config.ts';
import { keepRevisionOf } from '#desk/revision-of-now.ts';

/** Backups and content on the move, joined with the blog and the desk. */
export function openArchive(
  { dataDir }: Pick<Config, 'dataDir'>,
  parts: Omit<WritingDesk, 'fetchPicture' | 'guessLanguage'> & { secret: string },
): Archive {
  return createArchive({
    ...{ ...parts, readFullPosts, normaliseSlug, soundLine },
    folder: join(dataDir, 'archives'),
    fileKeysOf: pictureFileKeys,
    largestFileOf: largestPictureKey,
    // It can not fetch pictures: an archive must not make this server ask other sites for anything.
    writer: createBlogWriter(parts),
    keepRevision: (queries, id) => keepRevisionOf({ readFullPosts, now: parts.now }, queries, id),
  });
}
