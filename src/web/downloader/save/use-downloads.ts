import { useCallback, useEffect, useRef, useState } from 'react';
import type { Quality } from '#extraction/contract.ts';
import type { Translator } from '#i18n/translator.ts';
import { inPageDownloadLimitBytes, shareLimitBytes } from '../../contract.ts';
import { useTranslator } from '../../translator.tsx';
import { useToast } from '../../ui/toast/toast-provider.tsx';
import { formatBytes, formatPercent, mediaLabel } from '../media/format-media.ts';
import { downloadFileName, saveBlob, startBrowserDownload, withFileName } from '../media/save-file.ts';
import { canShareFile, detectWebShareSupport, shareFile } from '../media/web-share.ts';
import type { PostFileNames } from '../settings/file-names.ts';
import { type DownloadError, downloadFile } from './download-file.ts';
import { announcedStep, type DownloadProgress, isVisibleChange } from './download-progress.ts';
import { conversionUrl, type RequestedFile, requestedFileKey, requestedFormat } from './requested-file.ts';

/** Sleeps, then waits until the browser is online; resolves early on abort. */
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

type Goal = 'save' | 'share';

export interface Downloads {
  getProgress(requestedFile: RequestedFile): DownloadProgress | undefined;
  start(requestedFile: RequestedFile): void;
  /** Fetches a file for the share menu, which needs another tap to open. */
  prepare(requestedFile: RequestedFile): void;
  share(requestedFile: RequestedFile): void;
  cancel(requestedFile: RequestedFile): void;
  /** Progress text for screen readers. */
  announcement: string;
}

/** Downloads in the page, with progress; the browser itself downloads large files. */
export function useDownloads(
  renewUrl: (quality: Quality) => Promise<string | null>,
  names: PostFileNames,
): Downloads {
  const t = useTranslator();
  const toast = useToast();
  const [progress, setProgress] = useState<ReadonlyMap<string, DownloadProgress>>(new Map());
  const [announcement, setAnnouncement] = useState('');
  const running = useRef(new Map<string, AbortController>());
  const prepared = useRef(new Map<string, File>());

  const updateProgress = useCallback((key: string, value: DownloadProgress) => {
    setProgress((before) => new Map(before).set(key, value));
  }, []);

  useEffect(() => {
    const controllers = running.current;
    return () => {
      for (const controller of controllers.values()) controller.abort();
    };
  }, []);

  const failWith = (key: string, message: string) =>
    updateProgress(key, { phase: 'failed', reason: null, message });

  const handleTooLarge = (requestedFile: RequestedFile, goal: Goal) => {
    const key = requestedFileKey(requestedFile);
    if (goal === 'share')
      return failWith(key, t('phone.too_large', { size: formatBytes(t, shareLimitBytes) }));
    startBrowserDownload(
      withFileName(
        conversionUrl(requestedFile.quality.url, requestedFile.as),
        names.getFileName(requestedFile.quality),
      ),
    );
    names.remember();
    updateProgress(key, { phase: 'browser' });
  };

  const finish = (requestedFile: RequestedFile, goal: Goal, blob: Blob, format: string) => {
    const key = requestedFileKey(requestedFile);
    const fileName = downloadFileName(
      requestedFile.quality,
      format,
      Date.now(),
      names.getFileName(requestedFile.quality),
    );
    if (goal === 'share') {
      const file = new File([blob], fileName, { type: blob.type });
      if (!canShareFile(file)) return failWith(key, t('phone.failed'));
      prepared.current.set(key, file);
      updateProgress(key, { phase: 'ready', isRetry: false });
      return;
    }
    saveBlob(blob, fileName);
    names.remember();
    updateProgress(key, { phase: 'saved' });
    toast({
      tone: 'good',
      title: t('toast.complete.title'),
      description: t('toast.complete.description', { name: mediaLabel(t, requestedFile.quality), format }),
    });
  };

  const run = async (requestedFile: RequestedFile, goal: Goal, controller: AbortController) => {
    const { quality, as } = requestedFile;
    const key = requestedFileKey(requestedFile);
    const name = mediaLabel(t, quality);
    let lastProgress: DownloadProgress | undefined;
    let lastAnnouncedStep: number | null = null;
    const result = await downloadFile({
      url: conversionUrl(quality.url, as),
      fetch: window.fetch.bind(window),
      signal: controller.signal,
      limitBytes: goal === 'share' ? shareLimitBytes : inPageDownloadLimitBytes,
      async renewUrl() {
        const fresh = await renewUrl(quality);
        return fresh && conversionUrl(fresh, as);
      },
      pause: (milliseconds) => pause(milliseconds, controller.signal),
      onProgress(received, total) {
        const step = announcedStep(received, total);
        if (step !== null && step !== lastAnnouncedStep) {
          lastAnnouncedStep = step;
          setAnnouncement(t('download.percent', { percent: formatPercent(t, step / 100), name }));
        }
        if (!isVisibleChange(lastProgress, received, total)) return;
        lastProgress = { phase: 'running', received, total };
        updateProgress(key, lastProgress);
      },
    });
    running.current.delete(key);
    if (result.ok)
      finish(requestedFile, goal, result.value.blob, result.value.format ?? requestedFormat(requestedFile));
    else if (result.error.code === 'too_large') handleTooLarge(requestedFile, goal);
    else if (result.error.code === 'cancelled') {
      updateProgress(key, { phase: 'cancelled' });
      setAnnouncement(t('download.cancelled'));
    } else {
      updateProgress(key, toFailedProgress(result.error));
      toastFailure(t, toast);
    }
  };

  const startDownload = (requestedFile: RequestedFile, goal: Goal) => {
    const { quality, as } = requestedFile;
    const key = requestedFileKey(requestedFile);
    if (running.current.has(key)) return;
    const limit = goal === 'share' ? shareLimitBytes : inPageDownloadLimitBytes;
    if (as === null && quality.bytes !== null && quality.bytes > limit)
      return handleTooLarge(requestedFile, goal);
    toast({
      title: t('toast.starting.title'),
      description: t('toast.starting.description', {
        name: mediaLabel(t, quality),
        format: requestedFormat(requestedFile),
      }),
    });
    const controller = new AbortController();
    running.current.set(key, controller);
    updateProgress(key, { phase: 'running', received: 0, total: as === null ? quality.bytes : null });
    void run(requestedFile, goal, controller);
  };

  const share = async (requestedFile: RequestedFile) => {
    const key = requestedFileKey(requestedFile);
    const file = prepared.current.get(key);
    if (!file) return;
    const outcome = await shareFile(file);
    if (outcome === 'dismissed') return;
    if (outcome === 'needs_tap') return updateProgress(key, { phase: 'ready', isRetry: true });
    prepared.current.delete(key);
    if (outcome === 'done') {
      names.remember();
      updateProgress(key, { phase: 'shared' });
    } else failWith(key, t('phone.failed'));
  };

  return {
    announcement,
    getProgress: (requestedFile) => progress.get(requestedFileKey(requestedFile)),
    cancel: (requestedFile) => running.current.get(requestedFileKey(requestedFile))?.abort(),
    start(requestedFile) {
      const { isOnlyWay, isAvailable } = detectWebShareSupport();
      if (isOnlyWay && !isAvailable) return failWith(requestedFileKey(requestedFile), t('phone.impossible'));
      startDownload(requestedFile, isOnlyWay ? 'share' : 'save');
    },
    prepare: (requestedFile) => startDownload(requestedFile, 'share'),
    share: (requestedFile) => void share(requestedFile),
  };
}

function toFailedProgress(failure: DownloadError): DownloadProgress {
  if (failure.code === 'refused')
    return { phase: 'failed', reason: failure.reason, message: failure.message };
  return { phase: 'failed', reason: failure.code === 'no_data' ? 'no_data' : null, message: null };
}

function toastFailure(t: Translator, toast: ReturnType<typeof useToast>): void {
  toast({
    tone: 'destructive',
    title: t('toast.failed.title'),
    description: t('toast.failed.description'),
  });
}
