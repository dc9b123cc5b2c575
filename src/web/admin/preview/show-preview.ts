import type { RouterContextProvider } from 'react-router';
import type { Post } from '#blog/contract.ts';
import { stillPostContext } from '../../blog/post-still.tsx';
import { readersLocaleContext } from '../../page-locale.ts';
import { servicesContext } from '../../services.ts';

/** Makes the page that follows the page of this post, in its language. Gives what its frame shows. */
export async function showPreview(context: Readonly<RouterContextProvider>, found: Post) {
  const { blog } = context.get(servicesContext);
  const { content, ...post } = found;
  context.set(readersLocaleContext, post.locale);
  context.set(stillPostContext, {
    content: blog.renderContent(content),
    related: await blog.relatedPosts(found),
  });
  return post;
}
