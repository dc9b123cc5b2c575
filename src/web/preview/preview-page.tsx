import type { ReactNode } from 'react';
import type { RouterContextProvider } from 'react-router';
import type { Post, PostSummary } from '#blog/contract.ts';
import type { Translator } from '#i18n/translator.ts';
import { CustomPageBody } from '../blog/custom-page/custom-page-body.tsx';
import { PostBody } from '../blog/post-body.tsx';
import { prepareStaticPost } from '../blog/render-post-content.ts';
import { SiteFrame } from '../layout/site-frame.tsx';
import { localeOverrideContext } from '../rendering/page-context.ts';
import { servicesContext } from '../services.ts';
import { useTranslator } from '../translator.tsx';

/** Sets the page's language and static content. Returns the rest of the post and whether it is a page. `t`: in the post's language. */
export async function preparePreview(context: Readonly<RouterContextProvider>, post: Post, t: Translator) {
  const { blog, editor } = context.get(servicesContext);
  const isPage = await editor.isPage(post.id);
  context.set(localeOverrideContext, post.locale);
  const related = isPage ? [] : await blog.findRelatedPosts(post);
  return { post: await prepareStaticPost(context, post, related, t), isPage };
}

/** The public post page below a preview bar. It runs no scripts and counts no view. */
export function PreviewPage({ post, isPage, bar }: { post: PostSummary; isPage: boolean; bar: ReactNode }) {
  const t = useTranslator();
  return (
    <>
      <title>{`${post.seo_title ?? post.title} | ${t('brand.name')}`}</title>
      <meta name="robots" content="noindex" />
      {bar}
      <SiteFrame page="/blog">
        {isPage ? <CustomPageBody post={post} /> : <PostBody post={post} canShare={false} />}
      </SiteFrame>
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
