import { useState } from 'react';
import { useTranslator } from '../../translation.tsx';
import { Button } from '../../ui/button.tsx';
import { useToast } from '../../ui/toast-provider.tsx';
import { deskClient } from '../desk-client.ts';
import { deskRefusalText } from '../desk-refusal-text.ts';
import { localMoment } from './local-moment.ts';

/** The post as readers will see it: the page itself. `version`: shown anew when it changes. */
export function PreviewPane({ post, version }: { post: string; version: number }) {
  const t = useTranslator();
  const [width, setWidth] = useState<'phone' | 'desktop'>('desktop');
  const widths = [
    { name: 'phone', label: t('admin.editor.preview_phone') },
    { name: 'desktop', label: t('admin.editor.preview_desktop') },
  ] as const;
  return (
    <section aria-label={t('admin.editor.preview')}>
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
        onLoad={(event) => openLinksBeside(event.currentTarget.contentDocument)}
        className={`mx-auto mt-4 block h-[80dvh] min-h-96 max-w-full rounded-2xl border border-line bg-paper ${width === 'phone' ? 'w-[390px]' : 'w-full'}`}
      />
    </section>
  );
}

/** No other page of ours may stand in a frame, so a link of the post opens in a tab of its own. */
function openLinksBeside(shown: Document | null) {
  for (const link of shown?.querySelectorAll<HTMLAnchorElement>('a[href]') ?? []) {
    if (link.target === '' && !link.getAttribute('href')?.startsWith('#')) link.target = '_blank';
  }
}

/** A link for someone who is not signed in. Shown to be copied by hand where the browser may not copy. */
function PreviewLink({ post }: { post: string }) {
  const t = useTranslator();
  const show = useToast();
  const [shown, setShown] = useState<string | null>(null);
  const copy = async () => {
    const made = await deskClient.makePreviewLink(post);
    if (!made.ok) {
      const description = deskRefusalText(t, made.error);
      show({ title: t('admin.editor.preview_failed'), description, tone: 'destructive' });
      return;
    }
    const { url, expiresAt } = made.value;
    try {
      await navigator.clipboard.writeText(url);
    } catch (error) {
      // Refused, or not there at all, as on an address without TLS.
      if (!(error instanceof DOMException || error instanceof TypeError)) throw error;
      setShown(url);
      return;
    }
    const description = t('admin.editor.preview_until', {
      moment: localMoment(t.locale, new Date(expiresAt)),
    });
    show({ title: t('admin.editor.preview_copied'), description, tone: 'good' });
  };
  if (shown)
    return (
      <input
        readOnly
        value={shown}
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
