import { type PostSummary, savedNamePrefix } from '#media/contract.ts';

/** The post as a text file: its text, then whose it is, when it was and where it stands. */
export function postText({ text, author, publishedAt, url }: PostSummary): string {
  const by =
    author.name && author.name !== author.username
      ? `${author.name} (@${author.username})`
      : `@${author.username}`;
  return [...(text ? [text, ''] : []), by, publishedAt, url, ''].join('\n').toWellFormed();
}

/** `threads-maker-DAbc.txt`; both parts are plain ASCII by what Threads allows. */
export function postTextName({ author, code }: PostSummary): string {
  return `${[savedNamePrefix, author.username, code].join('-').replace(/[^\w.-]/g, '')}.txt`;
}

/** The same as an address of its own, which works without JavaScript. */
export function postTextAddress(post: PostSummary): string {
  return `data:text/plain;charset=utf-8,${encodeURIComponent(postText(post))}`;
}
