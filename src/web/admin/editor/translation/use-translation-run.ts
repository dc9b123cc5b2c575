import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Locale } from '#i18n/locales.ts';
import type { RunRequest, RunState } from '#translation/contract.ts';
import { useHydrated } from '../../../browser/use-hydrated.ts';
import { runCloseDelayMs } from '../../../contract.ts';
import { useTranslator } from '../../../translator.tsx';
import { useToast } from '../../../ui/toast/toast-provider.tsx';
import { type AdminApiError, adminApi, adminApiErrorMessage } from '../../admin-api.ts';
import { type Draft, hasUnsavedChanges } from '../draft/use-draft.ts';
import { dismissRun, isRunDismissed } from './dismissed-runs.ts';
import { runResultMessage } from './run-messages.ts';
import { getRunOutcome, isRunFinished, isRunWithdrawn } from './run-summary.ts';
import { useRun } from './use-run.ts';

export type TranslationRunControls = ReturnType<typeof useTranslationRun>;

export function useTranslationRun(
  draft: Draft,
  { lastRun, onDone }: { lastRun: RunState | null; onDone: () => void },
) {
  const t = useTranslator();
  const show = useToast();
  const isHydrated = useHydrated();
  const heading = useRef<HTMLHeadingElement>(null);
  /** Disabled while the dialog is prepared, so the focus has to be restored. */
  const button = useRef<HTMLButtonElement>(null);
  /** Idempotency key of the start request. Set while the start dialog is open. */
  const [pendingStart, setPendingStart] = useState<{ key: string } | null>(null);
  const [isSending, setSending] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const { run, connection, applyState, clear } = useRun(lastRun, onEnd);

  const isChanged = (of: RunState) =>
    hasUnsavedChanges(draft) || (draft.document !== null && draft.document.version > of.source_version);

  function onEnd(ended: RunState): void {
    const outcome = getRunOutcome(ended);
    if (outcome === 'all') show({ title: t('admin.run.all_done'), description: '', tone: 'good' });
    if (outcome === 'drafts') show({ title: t('admin.run.drafts_done'), description: '', tone: 'good' });
    if (outcome === 'preserved')
      show({ title: runResultMessage(t, ended, outcome, false).title, description: '', tone: 'good' });
    if (outcome === 'incomplete')
      show({ title: t('admin.run.not_done'), description: '', tone: 'destructive' });
    if (outcome === 'cancelled' && isRunWithdrawn(ended))
      show({ title: runResultMessage(t, ended, outcome, false).title, description: '', tone: 'destructive' });
    const isItsOriginal = draft.document?.id === ended.post_id;
    if (isItsOriginal && (outcome === 'all' || outcome === 'drafts') && !isChanged(ended)) setLeaving(true);
    else void catchUp(ended);
  }

  /** Reloads the open post and its list of languages as the run left them. */
  async function catchUp(of: RunState): Promise<void> {
    if (!draft.document) return;
    const opened = await adminApi.openPost(draft.document.id);
    if (!opened.ok) return;
    // The run gave this translation another text.
    if (opened.value.id !== of.post_id && !hasUnsavedChanges(draft)) draft.replace(opened.value);
    else draft.catchUp(opened.value);
  }

  const leave = useEffectEvent(() => {
    // The user may have typed during the delay.
    if (run && !isChanged(run)) onDone();
    setLeaving(false);
  });
  useEffect(() => {
    if (!isLeaving) return undefined;
    const timer = setTimeout(() => leave(), runCloseDelayMs);
    return () => clearTimeout(timer);
  }, [isLeaving]);

  useEffect(() => {
    if (!pendingStart) return undefined;
    return () => button.current?.focus();
  }, [pendingStart]);

  function showError(error: AdminApiError): void {
    const isSignedOut = error.code === 'request.anonymous';
    show({
      title: t(isSignedOut ? 'admin.editor.unauthenticated' : 'admin.run.not_done'),
      description: adminApiErrorMessage(t, error),
      tone: 'destructive',
    });
  }

  async function startFollowing(next: RunState): Promise<void> {
    setPendingStart(null);
    setLeaving(false);
    applyState(next);
    await catchUp(next);
    heading.current?.focus();
  }

  async function change(call: () => ReturnType<typeof adminApi.cancelRun>): Promise<void> {
    if (isSending) return;
    setSending(true);
    const result = await call();
    setSending(false);
    if (result.ok) {
      applyState(result.value);
      heading.current?.focus({ preventScroll: true });
    } else showError(result.error);
  }

  return {
    run: isHydrated && run && !(isRunFinished(run) && isRunDismissed(run)) ? run : null,
    connection,
    heading,
    button,
    isStartDialogOpen: pendingStart !== null,
    isSending,
    isLeaving,
    isLive: (run !== null && !isRunFinished(run)) || isLeaving,
    /** Saves, then opens the start dialog or joins a live run. Returns false if the save failed. */
    async openStartDialog(): Promise<boolean> {
      const saved = await draft.flush();
      if (!saved.ok) {
        const isSignedOut = saved.error.code === 'request.anonymous';
        const title = t(isSignedOut ? 'admin.editor.unauthenticated' : 'admin.editor.failed');
        show({ title, description: saved.error.error ?? '', tone: 'destructive' });
        return false;
      }
      const last = await adminApi.lastRun(saved.value.id);
      if (last.ok && !isRunFinished(last.value)) await startFollowing(last.value);
      else setPendingStart({ key: crypto.randomUUID() });
      return true;
    },
    closeStartDialog: () => setPendingStart(null),
    async start(request: RunRequest): Promise<void> {
      const { document } = draft;
      if (isSending || !pendingStart || !document) return;
      setSending(true);
      const started = await adminApi.startRun(document.id, document.version, request, pendingStart.key);
      setSending(false);
      if (started.ok) return startFollowing(started.value);
      // No response: the same key finds a run that may have started.
      if (started.error.code !== 'offline') setPendingStart(null);
      if (started.error.current) draft.replace(started.error.current);
      showError(started.error);
    },
    cancel: () => change(() => adminApi.cancelRun(run?.id ?? '')),
    retry: (locale?: Locale) => change(() => adminApi.retryRun(run?.id ?? '', locale)),
    close(): void {
      if (run) dismissRun(run);
      clear();
    },
  };
}
