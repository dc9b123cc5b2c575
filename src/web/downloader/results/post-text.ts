import type { ExtractedPost } from '#extraction/contract.ts';
import { filenamePrefix } from '#filenames/contract.ts';

export function postPlainText(post: ExtractedPost): string {
  return listPosts(post)
    .map(({ text }) => text)
    .filter(Boolean)
    .join('\n\n');
}

export function postTextFile(post: ExtractedPost): string {
  const { name, username } = post.author;
  const byline = name && name !== username ? `${name} (@${username})` : `@${username}`;
  return listPosts(post)
    .map(({ text, publishedAt, url }) =>
      [...(text ? [text, ''] : []), byline, publishedAt, url, ''].join('\n'),
    )
    .join('\n')
    .toWellFormed();
}

function listPosts(post: ExtractedPost): Pick<ExtractedPost, 'text' | 'publishedAt' | 'url'>[] {
  return post.thread && 'posts' in post.thread ? post.thread.posts : [post];
}

/** Such as `threads-maker-DAbc.txt`. Threads allows only ASCII in both parts. */
export function postTextFileName({ author, code }: ExtractedPost): string {
  return `${[filenamePrefix, author.username, code].join('-').replace(/[^\w.-]/g, '')}.txt`;
}

/** A data URL, so that the link works without JavaScript. */
export function postTextDataUrl(post: ExtractedPost): string {
  return `data:text/plain;charset=utf-8,${encodeURIComponent(postTextFile(post))}`;
}
