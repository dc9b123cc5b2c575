import { useState } from 'react';
import { formatZonedDateTime } from '#i18n/format-date.ts';
import { copyText } from '../../browser/clipboard.ts';
import { useTranslator } from '../../translator.tsx';
import { Button } from '../../ui/button.tsx';
import { useToast } from '../../ui/toast/toast-provider.tsx';
import { adminApi, adminApiErrorMessage } from '../admin-api.ts';

export default function PreviewPane({ post, version }: { post: string; version: number }) {
  const t = useTranslator();
  const [width, setWidth] = useState<'phone' | 'desktop'>('desktop');
  const widths = [
    { name: 'phone', label: t('admin.editor.preview_phone') },
    { name: 'desktop', label: t('admin.editor.preview_desktop') },
  ] as const;
  return (
    <section aria-label={t('admin.editor.preview')} className="w-full min-w-0">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <fieldset aria-label={t('admin.editor.preview_width')} className="flex gap-2">
          {widths.map(({ name, label }) => (
            <button
              key={name}
              type="button"
              aria-pressed={width === name}
              onClick={() => setWidth(name)}
              className="min-h-11 cursor-pointer rounded-lg border border-field px-4 text-sm font-semibold aria-pressed:border-accent aria-pressed:bg-tint"
            >
              {label}
            </button>
          ))}
        </fieldset>
        <PreviewLink post={post} />
      </div>
      <iframe
        key={version}
        src={`/admin/preview/${post}`}
        title={t('admin.editor.preview_frame')}
        onLoad={(event) => openLinksInNewTab(event.currentTarget.contentDocument)}
        className={`mx-auto mt-4 block h-[80dvh] min-h-96 max-w-full rounded-2xl border border-line bg-paper ${width === 'phone' ? 'w-[390px]' : 'w-full'}`}
      />
    </section>
  );
}

/** Other pages reject framing, so links in the post open in a new tab. */
function openLinksInNewTab(frameDocument: Document | null) {
  for (const link of frameDocument?.querySelectorAll<HTMLAnchorElement>('a[href]') ?? []) {
    if (link.target === '' && !link.getAttribute('href')?.startsWith('#')) link.target = '_blank';
  }
}

/** Shows the link if the browser blocks copying. */
function PreviewLink({ post }: { post: string }) {
  const t = useTranslator();
  const show = useToast();
  const [shownUrl, setShownUrl] = useState<string | null>(null);
  const copy = async () => {
    const result = await adminApi.createPreviewLink(post);
    if (!result.ok) {
      const description = adminApiErrorMessage(t, result.error);
      show({ title: t('admin.editor.preview_failed'), description, tone: 'destructive' });
      return;
    }
    const { url, expiresAt } = result.value;
    if (!(await copyText(url))) {
      setShownUrl(url);
      return;
    }
    const description = t('admin.editor.preview_until', {
      moment: formatZonedDateTime(t.locale, new Date(expiresAt)),
    });
    show({ title: t('admin.editor.preview_copied'), description, tone: 'good' });
  };
  if (shownUrl)
    return (
      <input
        readOnly
        value={shownUrl}
        aria-label={t('admin.editor.preview_link')}
        onFocus={(event) => event.target.select()}
        className="min-h-11 w-full rounded-lg border border-field bg-paper px-3 text-sm"
      />
    );
  return (
    <Button variant="quiet" className="min-h-11 px-4 text-sm" onClick={() => void copy()}>
      {t('admin.editor.preview_copy')}
    </Button>
  );
}
