import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { localeTags } from '#i18n/locales.ts';
import { serverTranslator } from '#i18n/server-translator.ts';
import { framedByOwnContext } from '../../framed-page.ts';
import { servicesContext } from '../../services.ts';
import { requireSignedIn } from '../admit.ts';
import { PreviewBar, PreviewPage } from './preview-page.tsx';
import { showPreview } from './show-preview.ts';

/** A post as it stands, for who may see all of them; the editor may show it in a frame. The bar is in their language. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const { user } = requireSignedIn(context);
  const found = await context.get(servicesContext).desk.previewPost(params.post ?? '');
  if (!found) throw data(null, { status: 404 });
  context.set(framedByOwnContext, true);
  const t = serverTranslator(user.locale);
  const bar = {
    ...{ name: t('admin.preview.bar'), text: t('admin.preview.own'), lang: localeTags[user.locale] },
    edit: t('admin.preview.edit'),
  };
  return { post: await showPreview(context, found), bar };
}

export default function OwnPreviewPage() {
  const { post, bar } = useLoaderData<typeof loader>();
  const { edit, ...words } = bar;
  return (
    <PreviewPage
      post={post}
      bar={
        <PreviewBar {...words}>
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
