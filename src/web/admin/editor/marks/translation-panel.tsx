import ArrowUpRight from 'lucide-react/icons/arrow-up-right';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { lazy, Suspense } from 'react';
import type { TranslationNote } from '#assistant/contract.ts';
import type { MessageKey } from '#i18n/translate.ts';
import { useTranslator } from '../../../translation.tsx';
import { Button } from '../../../ui/button.tsx';
import { postLocaleNames } from '../../post-locale-names.ts';
import type { EditorParts } from '../editor-parts.ts';
import { languageName } from '../translation/language-name.ts';
import { originalOf } from './original-of.ts';
import { useTranslationNote } from './use-translation-note.ts';

const OfferList = lazy(() => import('./offer-list.tsx'));

const makers = {
  machine: 'admin.translation.made_machine',
  both: 'admin.translation.made_both',
  nobody: 'admin.translation.made_nobody',
} as const satisfies Record<Exclude<TranslationNote['made_by'], 'people'>, MessageKey>;

/** Who made this translation and from what, and what a person has to look at in it. */
export function TranslationPanel({
  parts,
  note: loaded,
  flush,
}: {
  parts: EditorParts;
  note: TranslationNote;
  flush: () => void;
}) {
  const t = useTranslator();
  const { note, top, ...actions } = useTranslationNote(parts.draft, loaded, flush);
  const { document } = parts.draft;
  const original = document && originalOf(document);
  if (!document || !original) return null;
  const mark = document.languages.find(({ id }) => id === document.id)?.translation;
  const { made_by: noted, review, offers } = note;
  // What was typed since may have made it one.
  const maker = noted === 'nobody' && mark !== 'untranslated' ? 'both' : noted;
  const isHidden = document.status === 'published' && document.has_working_copy;
  return (
    <section
      ref={top}
      tabIndex={-1}
      aria-label={t('admin.translation.label')}
      className="mt-4 grid gap-4 rounded-3xl border border-line bg-surface p-5 text-sm outline-none"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0 flex-1 basis-80">
          {maker !== 'people' && (
            <p className="font-semibold">
              {t(makers[maker], { language: postLocaleNames[original.locale] })}
            </p>
          )}
          {mark === 'outdated' && <Warning text={t('admin.translation.outdated')} />}
          <p className="mt-1 text-pretty text-muted">{t('admin.translation.how')}</p>
        </div>
        <a
          href={`/admin/blog/${original.id}`}
          className="inline-flex min-h-11 items-center gap-1.5 font-semibold text-accent"
        >
          <ArrowUpRight aria-hidden="true" className="size-4" />
          {t('admin.translation.original')}
        </a>
      </div>
      {maker === 'nobody' && (
        <div>
          <p className="text-pretty text-muted">
            {t('admin.translation.nobody_how', { language: languageName(document.locale, t.locale) })}
          </p>
          {parts.data.mayEdit && !isHidden && (
            <Button
              variant="quiet"
              className="mt-2 text-sm"
              aria-disabled={actions.isBusy}
              onClick={() => void actions.mark()}
            >
              {t('admin.translation.mark')}
            </Button>
          )}
        </div>
      )}
      {review.length > 0 && (
        <div>
          <Warning text={t('admin.translation.review', { count: review.length })} />
          <ul className="mt-1 list-disc ps-5">
            {[...new Set(review)].map((words) => (
              <li key={words} className="wrap-anywhere">
                {words}
              </li>
            ))}
          </ul>
          {parts.data.mayEdit && (
            <Button
              variant="quiet"
              className="mt-2 text-sm"
              aria-disabled={actions.isBusy}
              onClick={() => void actions.approve()}
            >
              {t('admin.translation.approve')}
            </Button>
          )}
        </div>
      )}
      {offers.length > 0 && (
        <Suspense>
          <OfferList
            offers={offers}
            locale={document.locale}
            from={original.locale}
            mayEdit={parts.data.mayEdit}
            actions={actions}
          />
        </Suspense>
      )}
    </section>
  );
}

function Warning({ text }: { text: string }) {
  return (
    <p className="mt-1 flex items-start gap-1.5 text-pretty">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-accent" />
      {text}
    </p>
  );
}
