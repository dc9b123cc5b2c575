import type { RouterContextProvider } from 'react-router';
import type { Post } from '#blog/contract.ts';
import { staticPostContext } from '../../blog/static-post.tsx';
import { localeOverrideContext } from '../../rendering/page-context.ts';
import { servicesContext } from '../../services.ts';

/** Sets the page's language and static content. Returns the rest of the post. */
export async function preparePreview(context: Readonly<RouterContextProvider>, post: Post) {
  const { blog } = context.get(servicesContext);
  const { content, ...summary } = post;
  context.set(localeOverrideContext, post.locale);
  context.set(staticPostContext, {
    content: blog.renderContent(content),
    related: await blog.findRelatedPosts(post),
  });
  return summary;
}
