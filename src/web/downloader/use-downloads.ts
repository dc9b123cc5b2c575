import { useCallback, useEffect, useRef, useState } from 'react';
import type { Translator } from '#i18n/translate.ts';
import type { Quality } from '#media/contract.ts';
import { inPageDownloadLimitBytes } from '../contract.ts';
import { useTranslator } from '../translation.tsx';
import { useToast } from '../ui/toast-provider.tsx';
import { formatPercent, nameMedia } from './describe-media.ts';
import { type DownloadFailure, downloadFile } from './download-file.ts';
import { type DownloadProgress, isVisibleStep, spokenStep } from './download-progress.ts';
import { qualityKey } from './group-media.ts';
import { followDownload, saveBlob, savedFileName, withSavedName } from './saved-file.ts';
import type { SavedNames } from './settings/saved-names.ts';

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

export interface Downloads {
  progressOf(quality: Quality): DownloadProgress | undefined;
  start(quality: Quality): void;
  cancel(quality: Quality): void;
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

  const mark = useCallback((key: string, value: DownloadProgress) => {
    setProgress((before) => new Map(before).set(key, value));
  }, []);

  useEffect(() => {
    const controllers = running.current;
    return () => {
      for (const controller of controllers.values()) controller.abort();
    };
  }, []);

  const leaveToBrowser = (quality: Quality) => {
    followDownload(withSavedName(quality.url, names.nameOf(quality)));
    names.remember();
    mark(qualityKey(quality), { phase: 'browser' });
  };

  const run = async (quality: Quality, controller: AbortController) => {
    const key = qualityKey(quality);
    const name = nameMedia(t, quality);
    let shown: DownloadProgress | undefined;
    let lastSpoken: number | null = null;
    const result = await downloadFile({
      url: quality.url,
      fetch: window.fetch.bind(window),
      signal: controller.signal,
      limitBytes: inPageDownloadLimitBytes,
      renewUrl: () => renewUrl(quality),
      pause,
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
    if (result.ok) {
      const format = result.value.format ?? quality.format;
      saveBlob(result.value.blob, savedFileName(quality, format, Date.now(), names.nameOf(quality)));
      names.remember();
      mark(key, { phase: 'saved' });
      toast({
        tone: 'good',
        title: t('toast.complete.title'),
        description: t('toast.complete.description', { name, format }),
      });
    } else if (result.error.code === 'too_large') {
      leaveToBrowser(quality);
    } else if (result.error.code === 'cancelled') {
      mark(key, { phase: 'cancelled' });
      setSpoken(t('download.cancelled'));
    } else {
      mark(key, failedBy(result.error));
      toastFailure(t, toast);
    }
  };

  return {
    spoken,
    progressOf: (quality) => progress.get(qualityKey(quality)),
    cancel: (quality) => running.current.get(qualityKey(quality))?.abort(),
    start(quality) {
      const key = qualityKey(quality);
      if (running.current.has(key)) return;
      if (quality.bytes !== null && quality.bytes > inPageDownloadLimitBytes) return leaveToBrowser(quality);
      toast({
        title: t('toast.starting.title'),
        description: t('toast.starting.description', { name: nameMedia(t, quality), format: quality.format }),
      });
      const controller = new AbortController();
      running.current.set(key, controller);
      mark(key, { phase: 'running', received: 0, total: quality.bytes });
      void run(quality, controller);
    },
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
