import ArrowUpRight from 'lucide-react/icons/arrow-up-right';
import Columns2 from 'lucide-react/icons/columns-2';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { lazy, Suspense, useRef, useState } from 'react';
import type { MessageKey } from '#i18n/translator.ts';
import type { ReviewState } from '#translation/contract.ts';
import { useTranslator } from '../../../../translator.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { useToast } from '../../../../ui/toast/toast-provider.tsx';
import { type AdminApiResult, adminApi, adminApiErrorMessage } from '../../../admin-api.ts';
import { languageNameInSentence, sideBySidePath } from '../../../post-labels.ts';
import type { Draft } from '../../draft/use-draft.ts';
import type { EditorContext } from '../../editor-context.ts';
import { findSourcePost } from '../find-source-post.ts';

const TranslationSuggestions = lazy(() => import('./translation-suggestions.tsx'));

const authorshipLabels = {
  machine: 'admin.translation.origin_machine',
  both: 'admin.translation.origin_mixed',
  nobody: 'admin.translation.origin_untranslated',
} as const satisfies Record<Exclude<ReviewState['made_by'], 'people'>, MessageKey>;

export type ReviewActions = Omit<ReturnType<typeof useTranslationReview>, 'reviewState' | 'top'>;

function useTranslationReview(draft: Draft, initial: ReviewState) {
  const t = useTranslator();
  const show = useToast();
  const [reviewState, setReviewState] = useState(initial);
  const [isBusy, setBusy] = useState(false);
  /** Receives the focus when the focused element disappears. */
  const top = useRef<HTMLElement>(null);

  const showError = (description: string) =>
    show({ title: t('admin.editor.failed'), description, tone: 'destructive' });

  /** Saves pending changes, sends the decision, and reloads the review state even if it was rejected. */
  async function run<T>(
    decide: (id: string, version: number) => AdminApiResult<T>,
    doneMessage: string,
    onDone?: (value: T, id: string) => void | Promise<void>,
  ): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    try {
      const saved = await draft.flush();
      if (!saved.ok) return showError(saved.error.error ?? '');
      const { id, version } = saved.value;
      const result = await decide(id, version);
      if (result.ok) await onDone?.(result.value, id);
      else showError(adminApiErrorMessage(t, result.error));
      const now = await adminApi.readTranslation(id);
      if (now.ok) setReviewState(now.value);
      if (!result.ok) return;
      show({ title: doneMessage, description: '', tone: 'good' });
      top.current?.focus({ preventScroll: true });
    } finally {
      setBusy(false);
    }
  }

  const approve = (doneMessage: string) =>
    run(adminApi.approveTranslation, doneMessage, async (_, id) => {
      const document = await adminApi.openPost(id);
      if (document.ok) draft.replace(document.value);
    });

  return {
    reviewState,
    isBusy,
    top,
    acceptSuggestion: (hash: string) =>
      run(
        (id, version) => adminApi.acceptSuggestion(id, hash, version),
        t('admin.translation.accepted'),
        draft.replace,
      ),
    rejectSuggestion: (hash: string) =>
      run((id) => adminApi.dismissSuggestion(id, hash), t('admin.translation.dismissed')),
    approve: () => approve(t('admin.translation.approved')),
    /** Marks a post that has the original's text as translated. */
    markTranslated: () => approve(t('admin.translation.confirmed')),
  };
}

export default function TranslationReviewPanel({
  context,
  reviewState: initial,
}: {
  context: EditorContext;
  reviewState: ReviewState;
}) {
  const t = useTranslator();
  const { reviewState, top, ...actions } = useTranslationReview(context.draft, initial);
  const { document } = context.draft;
  const original = document && findSourcePost(document);
  if (!document || !original) return null;
  const status = document.languages.find(({ id }) => id === document.id)?.translation;
  const { made_by: madeBy, review, offers } = reviewState;
  // Edits made since then may have turned it into a translation.
  const authorship = madeBy === 'nobody' && status !== 'untranslated' ? 'both' : madeBy;
  const isHidden = document.status === 'published' && document.has_working_copy;
  const decisionButton = (decide: () => Promise<void>, label: string) =>
    context.data.mayEdit && (
      <Button
        variant="quiet"
        className="mt-2 text-sm"
        aria-disabled={actions.isBusy}
        onClick={() => void decide()}
      >
        {label}
      </Button>
    );
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
              {t(authorshipLabels[authorship], {
                language: languageNameInSentence(original.locale, t.locale),
              })}
            </p>
          )}
          {status === 'outdated' && <Warning text={t('admin.translation.outdated')} />}
          <p className="mt-1 text-pretty text-muted">{t('admin.translation.how')}</p>
        </div>
        <a
          href={sideBySidePath(original.id, document.locale)}
          className="inline-flex min-h-11 items-center gap-1.5 font-semibold text-accent"
        >
          <Columns2 aria-hidden="true" className="size-4" />
          {t('admin.side_by_side.open')}
        </a>
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
          {!isHidden && decisionButton(actions.markTranslated, t('admin.translation.confirm'))}
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
          {decisionButton(actions.approve, t('admin.translation.approve'))}
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
