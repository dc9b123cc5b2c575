import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { preferredLocale } from '#i18n/locales.ts';
import type { MessageKey } from '#i18n/translator.ts';
import { formatUtcDateTime } from '../../format-date.ts';
import { MessagePage } from '../../layout/message-page.tsx';
import { localeOverrideContext } from '../../rendering/page-context.ts';
import { servicesContext } from '../../services.ts';
import { useTranslator } from '../../translator.tsx';
import { preparePreview } from './prepare-preview.ts';
import { PreviewBar, PreviewPage } from './preview-page.tsx';

export function headers() {
  return { 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' };
}

/** Open to anyone with the link. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const opened = await context.get(servicesContext).previews.open(params.token ?? '');
  if (opened.ok) {
    const post = await preparePreview(context, opened.value.post);
    return { ok: true as const, post, expiresAt: opened.value.expiresAt };
  }
  context.set(localeOverrideContext, preferredLocale(request.headers.get('accept-language')));
  const status = opened.error === 'preview.missing' ? 404 : 410;
  return data({ ok: false as const, code: opened.error }, { status });
}

const reasons = {
  'preview.missing': 'admin.preview.unavailable.missing',
  'preview.expired': 'admin.preview.unavailable.expired',
  'preview.changed': 'admin.preview.unavailable.changed',
} as const satisfies Record<string, MessageKey>;

export default function SharedPreviewPage() {
  const t = useTranslator();
  const found = useLoaderData<typeof loader>();
  if (!found.ok) {
    const title = t('admin.preview.unavailable.title');
    return (
      <MessagePage title={title} heading={title}>
        <p className="mt-4 max-w-prose text-lg text-pretty text-muted">{t(reasons[found.code])}</p>
      </MessagePage>
    );
  }
  const date = formatUtcDateTime(t.locale, new Date(found.expiresAt));
  return (
    <PreviewPage
      post={found.post}
      bar={<PreviewBar name={t('admin.preview.bar')} text={t('admin.preview.shared', { date })} />}
    />
  );
}
