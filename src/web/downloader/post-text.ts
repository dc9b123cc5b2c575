import { type PostSummary, savedNamePrefix } from '#media/contract.ts';

/** What was written: in the post, or in all posts of a whole thread. */
export function postWords(post: PostSummary): string {
  return partsOf(post)
    .map(({ text }) => text)
    .filter(Boolean)
    .join('\n\n');
}

/** The same as a text file: each post's text, then whose it is, when it was and where it stands. */
export function postText(post: PostSummary): string {
  const { name, username } = post.author;
  const by = name && name !== username ? `${name} (@${username})` : `@${username}`;
  return partsOf(post)
    .map(({ text, publishedAt, url }) => [...(text ? [text, ''] : []), by, publishedAt, url, ''].join('\n'))
    .join('\n')
    .toWellFormed();
}

function partsOf(post: PostSummary): Pick<PostSummary, 'text' | 'publishedAt' | 'url'>[] {
  return post.thread && 'posts' in post.thread ? post.thread.posts : [post];
}

/** `threads-maker-DAbc.txt`; both parts are plain ASCII by what Threads allows. */
export function postTextName({ author, code }: PostSummary): string {
  return `${[savedNamePrefix, author.username, code].join('-').replace(/[^\w.-]/g, '')}.txt`;
}

/** The same as an address of its own, which works without JavaScript. */
export function postTextAddress(post: PostSummary): string {
  return `data:text/plain;charset=utf-8,${encodeURIComponent(postText(post))}`;
}
