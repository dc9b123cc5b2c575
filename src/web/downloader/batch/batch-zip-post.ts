import { sanitizeFilename } from '#filenames/sanitize.ts';
import type { DocumentMedia, DocumentPost } from '#media/document-sections.ts';
import { postDocumentFormats } from '#media/post-documents.ts';
import { groupMedia } from '../media/group-media.ts';
import type { PostFiles } from '../results/post-files.ts';
import type { BatchZipFile, BatchZipPost } from './batch-zip.ts';

/** The best file of each item, and the words. */
export function toBatchZipPost({
  found: { post },
  qualities,
  fileJob,
  getBytes,
  getZipEntryName,
}: PostFiles): BatchZipPost {
  const items = groupMedia(qualities).flatMap((group) => group.items);
  const files = items.map(
    ({ best }): BatchZipFile => ({ job: fileJob(best), name: getZipEntryName(best), bytes: getBytes(best) }),
  );
  if (!post) return { folder: 'threads', files, documents: () => [], publishedAt: new Date() };
  return {
    ...wordsZipPost(post),
    files,
    documents: (savedNames) =>
      formatDocuments(
        post,
        items.map(({ best: { type, alt, source, isSpoiler } }, index) => {
          const savedName = savedNames[index] ?? null;
          const name = savedName ?? files[index]?.job.name ?? '';
          return {
            type,
            alt,
            name,
            isBeside: savedName !== null,
            postCode: source.post?.code ?? null,
            ...(isSpoiler && { isSpoiler }),
          };
        }),
      ),
  };
}

/** A post without media. */
export function wordsZipPost(post: DocumentPost): BatchZipPost {
  const date = new Date(post.publishedAt);
  return {
    folder: sanitizeFilename(`${post.author.username}_${post.code}`, 0),
    files: [],
    documents: () => formatDocuments(post, []),
    publishedAt: Number.isNaN(date.getTime()) ? new Date() : date,
  };
}

const formatDocuments = (post: DocumentPost, media: readonly DocumentMedia[]) =>
  Object.entries(postDocumentFormats).map(([extension, { format }]) => ({
    name: `post.${extension}`,
    content: format(post, media),
  }));
