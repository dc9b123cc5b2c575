import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Locale } from '#i18n/locales.ts';
import type { RunChoice, RunRequest, RunState } from '#translation/contract.ts';
import { createId } from '../../../../browser/create-id.ts';
import { loadCode } from '../../../../browser/load-code.ts';
import { useHydrated } from '../../../../browser/use-hydrated.ts';
import { runCloseDelayMs } from '../../../../contract.ts';
import { loadLaterMessages } from '../../../../rendering/client-messages.ts';
import { useTranslator } from '../../../../translator.tsx';
import { useToast } from '../../../../ui/toast/toast-provider.tsx';
import type { ToastTone } from '../../../../ui/toast/toast-reducer.ts';
import { type AdminApiError, adminApi, adminApiErrorMessage } from '../../../admin-api.ts';
import { lazyDialog } from '../../../lazy-dialog.tsx';
import { type Draft, hasUnsavedChanges } from '../../draft/use-draft.ts';
import { pollRun, type RunConnection } from './poll-run.ts';
import { getRunOutcome, isRunFinished, isRunWithdrawn, isStepRetryable } from './run-state.ts';
import { dismissedRuns } from './stored-runs.ts';

/** Most posts have no run to show. */
export const RunProgressCard = lazyDialog(() => import('./run-progress-card.tsx'));

const isDismissed = (run: RunState) => isRunFinished(run) && dismissedRuns.has(run);

async function retryLocales(run: RunState | null): ReturnType<typeof adminApi.retryRun> {
  const [first, ...others] = (run?.steps ?? []).filter(isStepRetryable);
  let result = await adminApi.retryRun(run?.id ?? '', first?.locale);
  for (const { locale } of others) if (result.ok) result = await adminApi.retryRun(result.value.id, locale);
  return result;
}

/** `onEnd` is called once, if the run was live on this page. */
function useRun(first: RunState | null, onEnd: (run: RunState) => void) {
  const [run, setRun] = useState(first);
  const [connection, setConnection] = useState<RunConnection>('live');
  const live = useRef(first !== null && !isRunFinished(first) ? first.id : null);

  function applyState(next: RunState): void {
    setRun((before) => (before?.id === next.id && before.change > next.change ? before : next));
    if (!isRunFinished(next)) live.current = next.id;
    else if (live.current === next.id) {
      live.current = null;
      onEnd(next);
    }
  }

  const onState = useEffectEvent(applyState);
  const startPolling = useEffectEvent(() => {
    if (!run || isRunFinished(run)) return null;
    return pollRun({
      client: adminApi,
      known: run,
      onState: (next) => onState(next),
      onConnection: setConnection,
    });
  });
  const polled = run && !isRunFinished(run) ? run.id : null;
  useEffect(() => {
    if (polled === null) return undefined;
    setConnection('live');
    const polling = startPolling();
    const wake = () => polling?.wake();
    window.addEventListener('online', wake);
    return () => {
      window.removeEventListener('online', wake);
      polling?.stop();
    };
  }, [polled]);

  return { run, connection, applyState, clear: () => setRun(null) };
}

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
  const [pendingStart, setPendingStart] = useState<{ key: string; choice: RunChoice } | null>(null);
  const [isSending, setSending] = useState(false);
  const [isClosing, setClosing] = useState(false);
  const { run, connection, applyState, clear } = useRun(lastRun, onEnd);

  const isChanged = (of: RunState) =>
    hasUnsavedChanges(draft) || (draft.document !== null && draft.document.version > of.source_version);

  function onEnd(ended: RunState): void {
    const outcome = getRunOutcome(ended);
    const notify = (title: string, tone: ToastTone) => show({ title, description: '', tone });
    if (outcome === 'all') notify(t('admin.run.all_done'), 'good');
    if (outcome === 'drafts') notify(t('admin.run.drafts_done'), 'good');
    if (outcome === 'preserved') void notifyResult(ended, outcome, 'good');
    if (outcome === 'incomplete') notify(t('admin.run.not_done'), 'destructive');
    if (outcome === 'cancelled' && isRunWithdrawn(ended)) void notifyResult(ended, outcome, 'destructive');
    const isItsOriginal = draft.document?.id === ended.post_id;
    // After a run of drafts, the card lists what to review.
    const isComplete = outcome === 'all' && !ended.is_reading_incomplete;
    if (isItsOriginal && isComplete && !isChanged(ended)) setClosing(true);
    else void catchUp(ended);
  }

  /** The card that is already shown uses the same module. */
  async function notifyResult(ended: RunState, outcome: 'preserved' | 'cancelled', tone: ToastTone) {
    const loaded = await loadCode(Promise.all([import('./run-summary.ts'), loadLaterMessages()]));
    if (!loaded) return;
    const [summary] = loaded;
    show({ title: summary.runResultMessage(t, ended, outcome, 'open').title, description: '', tone });
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

  const isRunChanged = run !== null && isChanged(run);
  // The user may type during the delay, and until the list has loaded.
  const isLeaving = isClosing && !isRunChanged;
  const leave = useEffectEvent(onDone);
  useEffect(() => {
    if (!isLeaving) return undefined;
    const timer = setTimeout(() => leave(), runCloseDelayMs);
    return () => clearTimeout(timer);
  }, [isLeaving]);

  useEffect(() => {
    if (!pendingStart) return undefined;
    return () => button.current?.focus();
  }, [pendingStart]);

  function showError({ code, error = '' }: { code: string; error?: string }, otherwise: string): void {
    const title = code === 'request.anonymous' ? t('admin.editor.unauthenticated') : otherwise;
    show({ title, description: error, tone: 'destructive' });
  }
  const showRunError = (error: AdminApiError) =>
    showError({ code: error.code, error: adminApiErrorMessage(t, error) }, t('admin.run.not_done'));

  async function startFollowing(next: RunState): Promise<void> {
    await RunProgressCard.preload();
    setPendingStart(null);
    setClosing(false);
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
    } else showRunError(result.error);
  }

  return {
    run: isHydrated && run && !isDismissed(run) ? run : null,
    connection,
    heading,
    button,
    /** null while the start dialog is closed. A person sees the first translations before readers do. */
    startChoice: pendingStart?.choice ?? null,
    isSending,
    isLeaving,
    isChanged: isRunChanged,
    isLive: (run !== null && !isRunFinished(run)) || isLeaving,
    /** Saves, then opens the start dialog or joins a live run. Returns false if the save failed. */
    async openStartDialog(): Promise<boolean> {
      const saved = await draft.flush();
      if (!saved.ok) {
        showError(saved.error, t('admin.editor.failed'));
        return false;
      }
      const last = await adminApi.lastRun(saved.value.id);
      if (last.ok && !isRunFinished(last.value)) await startFollowing(last.value);
      else setPendingStart({ key: createId(), choice: last.ok ? last.value.choice : 'drafts' });
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
      showRunError(started.error);
    },
    cancel: () => change(() => adminApi.cancelRun(run?.id ?? '')),
    retry: (locale: Locale) => change(() => adminApi.retryRun(run?.id ?? '', locale)),
    /** Languages that are only waiting for a review keep their text. */
    retryFailed: () => change(() => retryLocales(run)),
    close(): void {
      if (run) dismissedRuns.add(run);
      clear();
    },
  };
}
