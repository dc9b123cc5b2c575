import type { ThreadPosition, ThreadState, ThreadsPost } from '#threads/contract.ts';
import type { FilenamePost } from './contract.ts';

type Post = Pick<ThreadsPost, 'author' | 'code' | 'text' | 'publishedAt'> & { thread?: ThreadState };

/** The linked post; for an expanded thread, the one of its posts that contains the file. */
export function selectFilenamePost(post: Post, position: ThreadPosition | undefined): FilenamePost {
  const { thread, author } = post;
  const threadPost =
    thread && 'posts' in thread ? thread.posts.find(({ code }) => code === position?.code) : null;
  const { code, text, publishedAt } = threadPost ?? post;
  return { username: author.username, code, text, publishedAt };
}
