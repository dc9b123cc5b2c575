import type { ReactNode } from 'react';
import type { RouterContextProvider } from 'react-router';
import type { Post, PostSummary } from '#blog/contract.ts';
import { PostBody } from '../../blog/post-body.tsx';
import { staticPostContext } from '../../blog/static-post.tsx';
import { SiteFooter } from '../../layout/site-footer.tsx';
import { SiteHeader } from '../../layout/site-header.tsx';
import { localeOverrideContext } from '../../rendering/page-context.ts';
import { servicesContext } from '../../services.ts';
import { useTranslator } from '../../translator.tsx';

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

/** The public post page below a preview bar. It runs no scripts and counts no view. */
export function PreviewPage({ post, bar }: { post: PostSummary; bar: ReactNode }) {
  const t = useTranslator();
  return (
    <>
      <title>{`${post.seo_title ?? post.title} | ${t('brand.name')}`}</title>
      <meta name="robots" content="noindex" />
      {bar}
      <div className="mx-auto max-w-5xl px-4 sm:px-8">
        <SiteHeader page="/blog" counterStart={null} />
        <main id="main">
          <PostBody post={post} canShare={false} />
        </main>
      </div>
      <SiteFooter page="/blog" />
    </>
  );
}

/** `lang` is set if the texts are not in the page's language. */
export function PreviewBar({ name, text, lang, children }: PreviewBarProps) {
  return (
    <aside
      aria-label={name}
      lang={lang}
      className="top-0 z-30 border-b border-line bg-tint py-1.5 text-sm text-ink sm:sticky print:hidden"
    >
      <div className="mx-auto flex min-h-9 max-w-5xl flex-wrap items-center justify-between gap-x-6 px-4 sm:px-8">
        <p className="text-pretty">
          <strong className="me-2 font-semibold text-accent-strong">{name}</strong>
          {text}
        </p>
        {children}
      </div>
    </aside>
  );
}

interface PreviewBarProps {
  name: string;
  text: string;
  lang?: string;
  children?: ReactNode;
}
