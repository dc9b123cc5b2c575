import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { localeTags } from '#i18n/locales.ts';
import { serverTranslator } from '#i18n/server-translator.ts';
import { requireSession } from '../admin/authorize.ts';
import { sameOriginFrameContext } from '../rendering/page-context.ts';
import { servicesContext } from '../services.ts';
import { PreviewBar, PreviewPage, preparePreview } from './preview-page.tsx';

/** The preview for signed-in users, which the editor may frame. The bar is in the user's language. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const { user } = requireSession(context);
  const { accounts, editor } = context.get(servicesContext);
  const post = await editor.previewPost(params.post ?? '');
  if (!post || ((await editor.isPage(post.id)) && !accounts.can(user, 'page.manage')))
    throw data(null, { status: 404 });
  context.set(sameOriginFrameContext, true);
  const t = serverTranslator(user.locale);
  const bar = {
    name: t('admin.preview.bar'),
    text: t('admin.preview.notice'),
    lang: localeTags[user.locale],
    edit: t('admin.preview.edit'),
  };
  return { ...(await preparePreview(context, post, serverTranslator(post.locale))), bar };
}

export default function PostPreviewPage() {
  const { post, isPage, bar } = useLoaderData<typeof loader>();
  const { edit, ...barProps } = bar;
  return (
    <PreviewPage
      post={post}
      isPage={isPage}
      bar={
        <PreviewBar {...barProps}>
          <a
            href={`/admin/blog/${post.id}`}
            target="_top"
            className="inline-flex min-h-9 items-center rounded-lg font-semibold text-accent-strong underline-offset-4 hover:underline"
          >
            {edit}
          </a>
        </PreviewBar>
      }
    />
  );
}
