import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { RunRequest, RunState } from '#assistant/contract.ts';
import type { Locale } from '#i18n/locales.ts';
import { runEndMs } from '../../../contract.ts';
import { useTranslator } from '../../../translation.tsx';
import { useToast } from '../../../ui/toast-provider.tsx';
import { useHydrated } from '../../../ui/use-hydrated.ts';
import { type DeskRefusal, deskClient } from '../../desk-client.ts';
import { deskRefusalText } from '../../desk-refusal-text.ts';
import type { Draft } from '../draft/use-draft.ts';
import { isUnsaved } from '../is-unsaved.ts';
import { isClosed, rememberClosed } from './closed-runs.ts';
import { endWords } from './end-words.ts';
import { isOver, isWithdrawn, outcomeOf } from './run-view.ts';
import { useRun } from './use-run.ts';

export type Translation = ReturnType<typeof useTranslation>;

/** Translate & Publish: what is asked before, the run as it goes on, and what comes after. */
export function useTranslation(
  draft: Draft,
  { lastRun, onDone }: { lastRun: RunState | null; onDone: () => void },
) {
  const t = useTranslator();
  const show = useToast();
  const isHydrated = useHydrated();
  const heading = useRef<HTMLHeadingElement>(null);
  /** What began it, off while the dialog is prepared: the focus has to be brought back. */
  const button = useRef<HTMLButtonElement>(null);
  /** What a start is known by, however often it is sent. */
  const [asked, setAsked] = useState<{ key: string } | null>(null);
  const [isSending, setSending] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const { run, link, take, forget } = useRun(lastRun, onEnd);

  /** Whether the original is not what was translated any more. */
  const isChanged = (of: RunState) =>
    isUnsaved(draft) || (draft.document !== null && draft.document.version > of.source_version);

  function onEnd(ended: RunState): void {
    const outcome = outcomeOf(ended);
    if (outcome === 'all') show({ title: t('admin.run.all_done'), description: '', tone: 'good' });
    if (outcome === 'drafts') show({ title: t('admin.run.drafts_done'), description: '', tone: 'good' });
    if (outcome === 'kept')
      show({ title: endWords(t, ended, outcome, false).title, description: '', tone: 'good' });
    if (outcome === 'trouble') show({ title: t('admin.run.not_done'), description: '', tone: 'destructive' });
    if (outcome === 'cancelled' && isWithdrawn(ended))
      show({ title: endWords(t, ended, outcome, false).title, description: '', tone: 'destructive' });
    const isItsOriginal = draft.document?.id === ended.post_id;
    if (isItsOriginal && (outcome === 'all' || outcome === 'drafts') && !isChanged(ended)) setLeaving(true);
    else void catchUp(ended);
  }

  /** The post that is open as the run left it, and which languages it has now. */
  async function catchUp(of: RunState): Promise<void> {
    if (!draft.document) return;
    const opened = await deskClient.openPost(draft.document.id);
    if (!opened.ok) return;
    // A translation of it has another text now.
    if (opened.value.id !== of.post_id && !isUnsaved(draft)) draft.replace(opened.value);
    else draft.catchUp(opened.value);
  }

  const leave = useEffectEvent(() => {
    // Something was typed in these two seconds.
    if (run && !isChanged(run)) onDone();
    setLeaving(false);
  });
  useEffect(() => {
    if (!isLeaving) return undefined;
    const timer = setTimeout(() => leave(), runEndMs);
    return () => clearTimeout(timer);
  }, [isLeaving]);

  useEffect(() => {
    if (!asked) return undefined;
    return () => button.current?.focus();
  }, [asked]);

  function refused(refusal: DeskRefusal): void {
    const isSignedOut = refusal.code === 'request.anonymous';
    show({
      title: t(isSignedOut ? 'admin.editor.unauthenticated' : 'admin.run.not_done'),
      description: deskRefusalText(t, refusal),
      tone: 'destructive',
    });
  }

  async function begin(next: RunState): Promise<void> {
    setAsked(null);
    setLeaving(false);
    take(next);
    await catchUp(next);
    heading.current?.focus();
  }

  async function change(call: () => ReturnType<typeof deskClient.cancelRun>): Promise<void> {
    if (isSending) return;
    setSending(true);
    const answer = await call();
    setSending(false);
    if (answer.ok) {
      take(answer.value);
      heading.current?.focus({ preventScroll: true });
    } else refused(answer.error);
  }

  return {
    run: isHydrated && run && !(isOver(run) && isClosed(run)) ? run : null,
    link,
    heading,
    button,
    isAsked: asked !== null,
    isSending,
    isLeaving,
    isLive: (run !== null && !isOver(run)) || isLeaving,
    /** Saves what was typed, and asks how; joins a run that is live already. False: it could not be saved. */
    async ask(): Promise<boolean> {
      const saved = await draft.flush();
      if (!saved.ok) {
        const isSignedOut = saved.error.code === 'request.anonymous';
        const title = t(isSignedOut ? 'admin.editor.unauthenticated' : 'admin.editor.failed');
        show({ title, description: saved.error.error ?? '', tone: 'destructive' });
        return false;
      }
      const last = await deskClient.lastRun(saved.value.id);
      if (last.ok && !isOver(last.value)) await begin(last.value);
      else setAsked({ key: crypto.randomUUID() });
      return true;
    },
    stopAsking: () => setAsked(null),
    async start(request: RunRequest): Promise<void> {
      const { document } = draft;
      if (isSending || !asked || !document) return;
      setSending(true);
      const started = await deskClient.startRun(document.id, document.version, request, asked.key);
      setSending(false);
      if (started.ok) return begin(started.value);
      // No answer: the same key finds what may have been started.
      if (started.error.code !== 'offline') setAsked(null);
      if (started.error.current) draft.replace(started.error.current);
      refused(started.error);
    },
    cancel: () => change(() => deskClient.cancelRun(run?.id ?? '')),
    retry: (locale?: Locale) => change(() => deskClient.retryRun(run?.id ?? '', locale)),
    close(): void {
      if (run) rememberClosed(run);
      forget();
    },
  };
}
