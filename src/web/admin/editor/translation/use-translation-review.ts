import { useRef, useState } from 'react';
import type { ReviewState } from '#translation/contract.ts';
import { useTranslator } from '../../../translator.tsx';
import { useToast } from '../../../ui/toast/toast-provider.tsx';
import { type AdminApiError, adminApi, adminApiErrorMessage } from '../../admin-api.ts';
import type { Draft } from '../draft/use-draft.ts';

export function useTranslationReview(draft: Draft, initial: ReviewState, flush: () => void) {
  const t = useTranslator();
  const show = useToast();
  const [reviewState, setReviewState] = useState(initial);
  const [isBusy, setBusy] = useState(false);
  /** Receives the focus when the focused element disappears. */
  const top = useRef<HTMLElement>(null);

  const showError = (error: AdminApiError) =>
    show({
      title: t('admin.editor.failed'),
      description: adminApiErrorMessage(t, error),
      tone: 'destructive',
    });

  /** Saves pending changes first. `decide` returns a success message, or null if the server rejected it. */
  async function run(decide: (id: string, version: number) => Promise<string | null>): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    try {
      flush();
      const saved = await draft.flush();
      if (!saved.ok)
        return show({
          title: t('admin.editor.failed'),
          description: saved.error.error ?? '',
          tone: 'destructive',
        });
      const { id, version } = saved.value;
      const message = await decide(id, version);
      const now = await adminApi.readTranslation(id);
      if (now.ok) setReviewState(now.value);
      if (message === null) return;
      show({ title: message, description: '', tone: 'good' });
      top.current?.focus({ preventScroll: true });
    } finally {
      setBusy(false);
    }
  }

  async function reopen(id: string): Promise<void> {
    const document = await adminApi.openPost(id);
    if (document.ok) draft.replace(document.value);
  }

  return {
    reviewState,
    isBusy,
    top,
    acceptSuggestion: (hash: string) =>
      run(async (id, version) => {
        const result = await adminApi.acceptSuggestion(id, hash, version);
        if (result.ok) draft.replace(result.value);
        else showError(result.error);
        return result.ok ? t('admin.translation.accepted') : null;
      }),
    rejectSuggestion: (hash: string) =>
      run(async (id) => {
        const result = await adminApi.dismissSuggestion(id, hash);
        if (!result.ok) showError(result.error);
        return result.ok ? t('admin.translation.dismissed') : null;
      }),
    approve: () =>
      run(async (id) => {
        const approved = await adminApi.approveTranslation(id);
        if (!approved.ok) showError(approved.error);
        else await reopen(id);
        return approved.ok ? t('admin.translation.approved') : null;
      }),
    /** Marks a post that has the original's text as translated. */
    markTranslated: () =>
      run(async (id) => {
        const result = await adminApi.approveTranslation(id);
        if (!result.ok) showError(result.error);
        else await reopen(id);
        return result.ok ? t('admin.translation.confirmed') : null;
      }),
  };
}
