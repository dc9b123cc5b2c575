import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { isLocale } from '#i18n/locales.ts';
import { serverTranslator } from '#i18n/server-translator.ts';
import type { PageHandle } from '../../../../rendering/page-handle.ts';
import { servicesContext } from '../../../../services.ts';
import { requireSession } from '../../../authorize.ts';
import { uuid } from '../../load-editor.ts';
import { SideBySideEditor } from './side-by-side-editor.tsx';

export const handle: PageHandle = { bundle: 'admin' };

/** `/admin/blog/id/translate?to=de`; the id is that of any language of the article. */
export async function loader({ params, url, context }: LoaderFunctionArgs) {
  const { accounts, editor, sideBySide, suggestions } = context.get(servicesContext);
  const { user, session } = requireSession(context);
  const { post = '' } = params;
  const to = url.searchParams.get('to') ?? '';
  if (!uuid.test(post) || !isLocale(to)) throw data(null, { status: 404 });
  if (!accounts.can(user, 'page.manage') && (await editor.isPage(post))) throw data(null, { status: 404 });
  const mayPublish = accounts.can(user, 'post.publish');
  const opened = await sideBySide.read(post, to, { id: user.id, name: user.name, mayPublish });
  if (!opened.ok) throw data(null, { status: 404 });
  return {
    page: opened.value,
    lengthError: opened.value.isTooLong ? serverTranslator(user.locale)('error.edit.run_too_long') : null,
    hasModel: suggestions.models.text,
    userId: user.id,
    expiresAt: session.expiresAt.getTime(),
  };
}

// The page updates its own blocks.
export const shouldRevalidate = () => false;

export default function SideBySidePage() {
  return <SideBySideEditor {...useLoaderData<typeof loader>()} />;
}
