import { useId, useRef, useState } from 'react';
import type { EditorPost } from '#blog/editing-contract.ts';
import { formatList } from '#i18n/formats.ts';
import type { Locale } from '#i18n/locales.ts';
import { useTranslator } from '../../../translator.tsx';
import { Button } from '../../../ui/button.tsx';
import { useToast } from '../../../ui/toast/toast-provider.tsx';
import { adminApi } from '../../admin-api.ts';
import { languageNameInSentence } from '../../post-labels.ts';
import { useRequest } from '../../use-request.ts';

/** Shown while translations differ from the original by nothing but a correction. */
export default function CorrectionOffer({
  original: { id, version, has_working_copy: isUnpublished },
  isBusy,
  onKeep,
}: {
  original: EditorPost;
  isBusy: boolean;
  onKeep: () => Promise<boolean>;
}) {
  const t = useTranslator();
  const show = useToast();
  const headingId = useId();
  const box = useRef<HTMLElement>(null);
  const [locales, setLocales] = useState<readonly Locale[]>([]);
  // Without an answer there is nothing to offer, and the translations count as outdated.
  useRequest(
    (signal) => adminApi.listCorrections(id, signal),
    (listed) => setLocales(listed.ok ? listed.value.locales : []),
    version,
  );
  const isOffered = locales.length > 0;
  const languages = formatList(
    t.locale,
    locales.map((locale) => languageNameInSentence(locale, t.locale)),
  );
  const keep = async () => {
    const panel = box.current?.closest('aside');
    if (!(await onKeep())) return;
    setLocales([]);
    panel?.focus({ preventScroll: true });
    show({ title: t('admin.correction.kept'), description: '', tone: 'good' });
  };
  const [title, text] = [t('admin.correction.title'), t('admin.correction.text', { languages })];
  return (
    <>
      {/* It appears after a save, while the focus is elsewhere. */}
      <p role="status" className="sr-only">
        {isOffered && `${title} ${text}`}
      </p>
      {isOffered && (
        <section ref={box} aria-labelledby={headingId} className="rounded-3xl bg-tint p-5 text-sm">
          <h2 id={headingId} className="font-semibold">
            {title}
          </h2>
          <p className="mt-1 text-pretty">{text}</p>
          <Button
            variant="quiet"
            className="mt-3 w-full text-sm"
            disabled={isBusy}
            onClick={() => void keep()}
          >
            {t(isUnpublished ? 'admin.correction.publish' : 'admin.correction.keep')}
          </Button>
        </section>
      )}
    </>
  );
}
