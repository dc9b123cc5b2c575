import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { formatUtcDateTime } from '#i18n/format-date.ts';
import { preferredLocale } from '#i18n/preferred-locale.ts';
import { serverTranslator } from '#i18n/server-translator.ts';
import type { MessageKey } from '#i18n/translator.ts';
import { MessagePage } from '../layout/message-page.tsx';
import { localeOverrideContext } from '../rendering/page-context.ts';
import { servicesContext } from '../services.ts';
import { useTranslator } from '../translator.tsx';
import { PreviewBar, PreviewPage, preparePreview } from './preview-page.tsx';

export function headers() {
  return { 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' };
}

/** Open to anyone with the link. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const result = await context.get(servicesContext).previews.open(params.token ?? '');
  if (result.ok) {
    const preview = await preparePreview(
      context,
      result.value.post,
      serverTranslator(result.value.post.locale),
    );
    return { ok: true as const, ...preview, expiresAt: result.value.expiresAt };
  }
  context.set(localeOverrideContext, preferredLocale(request.headers.get('accept-language')));
  const status = result.error === 'preview.missing' ? 404 : 410;
  return data({ ok: false as const, code: result.error }, { status });
}

const errorMessages = {
  'preview.missing': 'admin.preview.unavailable.missing',
  'preview.expired': 'admin.preview.unavailable.expired',
  'preview.changed': 'admin.preview.unavailable.changed',
} as const satisfies Record<string, MessageKey>;

export default function SharedPreviewPage() {
  const t = useTranslator();
  const preview = useLoaderData<typeof loader>();
  if (!preview.ok) {
    const title = t('admin.preview.unavailable.title');
    return (
      <MessagePage title={title} heading={title}>
        <p className="mt-4 max-w-prose text-lg text-pretty text-muted">{t(errorMessages[preview.code])}</p>
      </MessagePage>
    );
  }
  const date = formatUtcDateTime(t.locale, new Date(preview.expiresAt));
  return (
    <PreviewPage
      post={preview.post}
      isPage={preview.isPage}
      bar={<PreviewBar name={t('admin.preview.bar')} text={t('admin.preview.shared', { date })} />}
    />
  );
}
