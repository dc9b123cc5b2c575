import type { PostSummary } from '#media/contract.ts';
import type { HoldingPost } from '#threads/contract.ts';
import type { NamedPost } from './contract.ts';

type Post = Pick<PostSummary, 'author' | 'code' | 'text' | 'publishedAt' | 'thread'>;

/** What a file is named after: the post whose link was given; of a whole thread, the one of its posts that shows the file. */
export function namedPost(post: Post, holder: HoldingPost | undefined): NamedPost {
  const { thread, author } = post;
  const shown = thread && 'posts' in thread ? thread.posts.find(({ code }) => code === holder?.code) : null;
  const { code, text, publishedAt } = shown ?? post;
  return { username: author.username, code, text, publishedAt };
}
