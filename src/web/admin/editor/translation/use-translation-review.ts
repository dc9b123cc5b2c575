import { useRef, useState } from 'react';
import type { ReviewState } from '#translation/contract.ts';
import { useTranslator } from '../../../translator.tsx';
import { useToast } from '../../../ui/toast/toast-provider.tsx';
import { type AdminApiResult, adminApi, adminApiErrorMessage } from '../../admin-api.ts';
import type { Draft } from '../draft/use-draft.ts';

export function useTranslationReview(draft: Draft, initial: ReviewState, flush: () => void) {
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
      flush();
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
