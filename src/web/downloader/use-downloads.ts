import { useCallback, useEffect, useRef, useState } from 'react';
import type { Translator } from '#i18n/translate.ts';
import type { Quality } from '#media/contract.ts';
import { inPageDownloadLimitBytes, shareLimitBytes } from '../contract.ts';
import { useTranslator } from '../translation.tsx';
import { useToast } from '../ui/toast-provider.tsx';
import { formatBytes, formatPercent, nameMedia } from './describe-media.ts';
import { type DownloadFailure, downloadFile } from './download-file.ts';
import { type DownloadProgress, isVisibleStep, spokenStep } from './download-progress.ts';
import { canShare, readPhoneSharing, shareFile } from './phone-sharing.ts';
import { followDownload, saveBlob, savedFileName, withSavedName } from './saved-file.ts';
import type { SavedNames } from './settings/saved-names.ts';
import { addressAs, type WantedFile, wantedFormat, wantedKey } from './wanted-file.ts';

/** As long as it says, and until there is a network; ends when the signal does. */
async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => resolve(clearTimeout(timer)), { once: true });
  });
  if (navigator.onLine || signal.aborted) return;
  await new Promise<void>((resolve) => {
    window.addEventListener('online', () => resolve(), { once: true, signal });
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** What becomes of a file that is here: saved by the browser, or kept for the phone's own menu. */
type Goal = 'save' | 'share';

export interface Downloads {
  progressOf(wanted: WantedFile): DownloadProgress | undefined;
  start(wanted: WantedFile): void;
  /** Fetches a file for the phone's menu, which opens with the next tap. */
  prepare(wanted: WantedFile): void;
  /** That tap. */
  share(wanted: WantedFile): void;
  cancel(wanted: WantedFile): void;
  /** What a screen reader is told about the running downloads. */
  spoken: string;
}

/** Runs downloads inside the page, with progress; large files go to the browser's own downloads. */
export function useDownloads(
  renewUrl: (quality: Quality) => Promise<string | null>,
  names: SavedNames,
): Downloads {
  const t = useTranslator();
  const toast = useToast();
  const [progress, setProgress] = useState<ReadonlyMap<string, DownloadProgress>>(new Map());
  const [spoken, setSpoken] = useState('');
  const running = useRef(new Map<string, AbortController>());
  const prepared = useRef(new Map<string, File>());

  const mark = useCallback((key: string, value: DownloadProgress) => {
    setProgress((before) => new Map(before).set(key, value));
  }, []);

  useEffect(() => {
    const controllers = running.current;
    return () => {
      for (const controller of controllers.values()) controller.abort();
    };
  }, []);

  const failWith = (key: string, sentence: string) => mark(key, { phase: 'failed', reason: null, sentence });

  const tooLarge = (wanted: WantedFile, goal: Goal) => {
    const key = wantedKey(wanted);
    if (goal === 'share')
      return failWith(key, t('phone.too_large', { size: formatBytes(t, shareLimitBytes) }));
    followDownload(withSavedName(addressAs(wanted.quality.url, wanted.as), names.nameOf(wanted.quality)));
    names.remember();
    mark(key, { phase: 'browser' });
  };

  const finish = (wanted: WantedFile, goal: Goal, blob: Blob, format: string) => {
    const key = wantedKey(wanted);
    const fileName = savedFileName(wanted.quality, format, Date.now(), names.nameOf(wanted.quality));
    if (goal === 'share') {
      const file = new File([blob], fileName, { type: blob.type });
      if (!canShare(file)) return failWith(key, t('phone.refused'));
      prepared.current.set(key, file);
      mark(key, { phase: 'ready', isAskedAgain: false });
      return;
    }
    saveBlob(blob, fileName);
    names.remember();
    mark(key, { phase: 'saved' });
    toast({
      tone: 'good',
      title: t('toast.complete.title'),
      description: t('toast.complete.description', { name: nameMedia(t, wanted.quality), format }),
    });
  };

  const run = async (wanted: WantedFile, goal: Goal, controller: AbortController) => {
    const { quality, as } = wanted;
    const key = wantedKey(wanted);
    const name = nameMedia(t, quality);
    let shown: DownloadProgress | undefined;
    let lastSpoken: number | null = null;
    const result = await downloadFile({
      url: addressAs(quality.url, as),
      fetch: window.fetch.bind(window),
      signal: controller.signal,
      limitBytes: goal === 'share' ? shareLimitBytes : inPageDownloadLimitBytes,
      async renewUrl() {
        const fresh = await renewUrl(quality);
        return fresh && addressAs(fresh, as);
      },
      pause: (milliseconds) => pause(milliseconds, controller.signal),
      onProgress(received, total) {
        const step = spokenStep(received, total);
        if (step !== null && step !== lastSpoken) {
          lastSpoken = step;
          setSpoken(t('download.percent', { percent: formatPercent(t, step / 100), name }));
        }
        if (!isVisibleStep(shown, received, total)) return;
        shown = { phase: 'running', received, total };
        mark(key, shown);
      },
    });
    running.current.delete(key);
    if (result.ok) finish(wanted, goal, result.value.blob, result.value.format ?? wantedFormat(wanted));
    else if (result.error.code === 'too_large') tooLarge(wanted, goal);
    else if (result.error.code === 'cancelled') {
      mark(key, { phase: 'cancelled' });
      setSpoken(t('download.cancelled'));
    } else {
      mark(key, failedBy(result.error));
      toastFailure(t, toast);
    }
  };

  const begin = (wanted: WantedFile, goal: Goal) => {
    const { quality, as } = wanted;
    const key = wantedKey(wanted);
    if (running.current.has(key)) return;
    const limit = goal === 'share' ? shareLimitBytes : inPageDownloadLimitBytes;
    if (as === null && quality.bytes !== null && quality.bytes > limit) return tooLarge(wanted, goal);
    toast({
      title: t('toast.starting.title'),
      description: t('toast.starting.description', {
        name: nameMedia(t, quality),
        format: wantedFormat(wanted),
      }),
    });
    const controller = new AbortController();
    running.current.set(key, controller);
    mark(key, { phase: 'running', received: 0, total: as === null ? quality.bytes : null });
    void run(wanted, goal, controller);
  };

  const share = async (wanted: WantedFile) => {
    const key = wantedKey(wanted);
    const file = prepared.current.get(key);
    if (!file) return;
    const outcome = await shareFile(file);
    if (outcome === 'closed') return;
    if (outcome === 'tap') return mark(key, { phase: 'ready', isAskedAgain: true });
    prepared.current.delete(key);
    if (outcome === 'done') {
      names.remember();
      mark(key, { phase: 'handed_over' });
    } else failWith(key, t('phone.refused'));
  };

  return {
    spoken,
    progressOf: (wanted) => progress.get(wantedKey(wanted)),
    cancel: (wanted) => running.current.get(wantedKey(wanted))?.abort(),
    start(wanted) {
      const { isOnlyWay, isOffered } = readPhoneSharing();
      if (isOnlyWay && !isOffered) return failWith(wantedKey(wanted), t('phone.impossible'));
      begin(wanted, isOnlyWay ? 'share' : 'save');
    },
    prepare: (wanted) => begin(wanted, 'share'),
    share: (wanted) => void share(wanted),
  };
}

function failedBy(failure: DownloadFailure): DownloadProgress {
  if (failure.code === 'refused')
    return { phase: 'failed', reason: failure.reason, sentence: failure.sentence };
  return { phase: 'failed', reason: failure.code === 'no_data' ? 'no_data' : null, sentence: null };
}

function toastFailure(t: Translator, toast: ReturnType<typeof useToast>): void {
  toast({
    tone: 'destructive',
    title: t('toast.failed.title'),
    description: t('toast.failed.description'),
  });
}
