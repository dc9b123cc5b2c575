import ArrowUpRight from 'lucide-react/icons/arrow-up-right';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { lazy, Suspense } from 'react';
import type { MessageKey } from '#i18n/translator.ts';
import type { ReviewState } from '#translation/contract.ts';
import { useTranslator } from '../../../translator.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { languageNameInSentence, postLanguageNames } from '../../post-labels.ts';
import type { EditorContext } from '../editor-context.ts';
import { findSourcePost } from './source-post-dialog.tsx';
import { useTranslationReview } from './use-translation-review.ts';

const TranslationSuggestions = lazy(() => import('./translation-suggestions.tsx'));

const authorshipLabels = {
  machine: 'admin.translation.origin_machine',
  both: 'admin.translation.origin_mixed',
  nobody: 'admin.translation.origin_untranslated',
} as const satisfies Record<Exclude<ReviewState['made_by'], 'people'>, MessageKey>;

export function TranslationReviewPanel({
  context,
  reviewState: initial,
  flush,
}: {
  context: EditorContext;
  reviewState: ReviewState;
  flush: () => void;
}) {
  const t = useTranslator();
  const { reviewState, top, ...actions } = useTranslationReview(context.draft, initial, flush);
  const { document } = context.draft;
  const original = document && findSourcePost(document);
  if (!document || !original) return null;
  const status = document.languages.find(({ id }) => id === document.id)?.translation;
  const { made_by: madeBy, review, offers } = reviewState;
  // Edits made since then may have turned it into a translation.
  const authorship = madeBy === 'nobody' && status !== 'untranslated' ? 'both' : madeBy;
  const isHidden = document.status === 'published' && document.has_working_copy;
  return (
    <Card
      as="section"
      ref={top}
      tabIndex={-1}
      aria-label={t('admin.translation.label')}
      className="mt-4 grid gap-4 p-5 text-sm outline-none"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0 flex-1 basis-80">
          {authorship !== 'people' && (
            <p className="font-semibold">
              {t(authorshipLabels[authorship], { language: postLanguageNames[original.locale] })}
            </p>
          )}
          {status === 'outdated' && <Warning text={t('admin.translation.outdated')} />}
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
      {authorship === 'nobody' && (
        <div>
          <p className="text-pretty text-muted">
            {t('admin.translation.nobody_how', {
              language: languageNameInSentence(document.locale, t.locale),
            })}
          </p>
          {context.data.mayEdit && !isHidden && (
            <Button
              variant="quiet"
              className="mt-2 text-sm"
              aria-disabled={actions.isBusy}
              onClick={() => void actions.markTranslated()}
            >
              {t('admin.translation.confirm')}
            </Button>
          )}
        </div>
      )}
      {review.length > 0 && (
        <div>
          <Warning text={t('admin.translation.review', { count: review.length })} />
          <ul className="mt-1 list-disc ps-5">
            {[...new Set(review)].map((text) => (
              <li key={text} className="wrap-anywhere">
                {text}
              </li>
            ))}
          </ul>
          {context.data.mayEdit && (
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
          <TranslationSuggestions
            suggestions={offers}
            locale={document.locale}
            from={original.locale}
            mayEdit={context.data.mayEdit}
            actions={actions}
          />
        </Suspense>
      )}
    </Card>
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
