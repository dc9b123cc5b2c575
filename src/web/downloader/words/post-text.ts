import type { ExtractedPost, Quality } from '#extraction/contract.ts';
import { filenamePrefix } from '#filenames/contract.ts';
import type { Translator } from '#i18n/translator.ts';
import type { DocumentMedia } from '#media/document-sections.ts';
import { type PostDocumentFormat, postDocumentFormats } from '#media/post-documents.ts';
import { mediaLabel } from '../media/format-media.ts';
import { groupMedia } from '../media/group-media.ts';

export function postPlainText(post: ExtractedPost): string {
  const posts = post.thread && 'posts' in post.thread ? post.thread.posts : [post];
  return posts
    .map(({ text }) => text)
    .filter(Boolean)
    .join('\n\n');
}

export interface PostDocument {
  name: string;
  type: string;
  text: string;
}

/** Media has no file beside the document, so it is listed by its label. */
export function createPostDocument(
  t: Translator,
  format: PostDocumentFormat,
  post: ExtractedPost,
  qualities: readonly Quality[],
): PostDocument {
  const media = groupMedia(qualities)
    .flatMap(({ items }) => items)
    .map(
      ({ best }): DocumentMedia => ({
        type: best.type,
        name: mediaLabel(t, best),
        alt: best.alt,
        isBeside: false,
        postCode: best.source.post?.code ?? null,
        ...(best.isSpoiler && { isSpoiler: best.isSpoiler }),
      }),
    );
  const { type, format: formatDocument } = postDocumentFormats[format];
  return { name: postFileName(post, format), type, text: formatDocument(post, media) };
}

/** Such as `threads-maker-DAbc.txt`. Threads allows only ASCII in both parts. */
export function postFileName({ author, code }: ExtractedPost, extension: string): string {
  return `${[filenamePrefix, author.username, code].join('-').replace(/[^\w.-]/g, '')}.${extension}`;
}

/** So that the link works without JavaScript. */
export function toDataUrl({ type, text }: PostDocument): string {
  return `data:${type};charset=utf-8,${encodeURIComponent(text)}`;
}
