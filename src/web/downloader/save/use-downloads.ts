import { useCallback, useEffect, useRef, useState } from 'react';
import type { Translator } from '#i18n/translator.ts';
import { inPageDownloadLimitBytes, shareLimitBytes } from '../../contract.ts';
import { useTranslator } from '../../translator.tsx';
import { useToast } from '../../ui/toast/toast-provider.tsx';
import { formatBytes, formatPercent } from '../media/format-media.ts';
import { saveBlob, startBrowserDownload } from '../media/save-file.ts';
import { canShareFile, detectWebShareSupport, shareFile } from '../media/web-share.ts';
import { browserTimers, pause } from './browser-timers.ts';
import { type DownloadError, downloadFile } from './download-file.ts';
import type { DownloadJob } from './download-job.ts';
import {
  announcedStep,
  type DownloadProgress,
  type FailedProgress,
  trackProgress,
} from './download-progress.ts';

type Goal = 'save' | 'share';

export interface Downloads {
  getProgress(job: Pick<DownloadJob, 'key'>): DownloadProgress | undefined;
  start(job: DownloadJob): void;
  /** Fetches a file for the share menu, which needs another tap to open. */
  prepare(job: DownloadJob): void;
  share(job: Pick<DownloadJob, 'key'>): void;
  cancel(job: Pick<DownloadJob, 'key'>): void;
  /** Progress text for screen readers. */
  announcement: string;
}

/** Downloads in the page, with progress; the browser itself downloads large files. */
export function useDownloads(onSaved: () => void): Downloads {
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

  const handleTooLarge = ({ key, browserUrl }: DownloadJob, goal: Goal) => {
    if (goal === 'share')
      return failWith(key, t('phone.too_large', { size: formatBytes(t, shareLimitBytes) }));
    startBrowserDownload(browserUrl);
    onSaved();
    updateProgress(key, { phase: 'browser' });
  };

  const finish = (job: DownloadJob, goal: Goal, blob: Blob, format: string) => {
    const { key, name } = job;
    const fileName = job.fileName(format);
    if (goal === 'share') {
      const file = new File([blob], fileName, { type: blob.type });
      if (!canShareFile(file)) return failWith(key, t('phone.failed'));
      prepared.current.set(key, file);
      updateProgress(key, { phase: 'ready', isRetry: false });
      return;
    }
    saveBlob(blob, fileName);
    onSaved();
    updateProgress(key, { phase: 'saved' });
    toast({
      tone: 'good',
      title: t('toast.complete.title'),
      description: t('toast.complete.description', { name, format }),
    });
  };

  const run = async (job: DownloadJob, goal: Goal, controller: AbortController) => {
    const { key, name, url } = job;
    let lastAnnouncedStep: number | null = null;
    const tracker = trackProgress(browserTimers, (value) => updateProgress(key, value));
    const result = await downloadFile({
      url,
      fetch: window.fetch.bind(window),
      signal: controller.signal,
      limitBytes: goal === 'share' ? shareLimitBytes : inPageDownloadLimitBytes,
      renewUrl: job.renewUrl,
      pause(milliseconds) {
        tracker.retry();
        return pause(milliseconds, controller.signal);
      },
      onProgress(received, total) {
        const step = announcedStep(received, total);
        if (step !== null && step !== lastAnnouncedStep) {
          lastAnnouncedStep = step;
          setAnnouncement(t('download.percent', { percent: formatPercent(t, step / 100), name }));
        }
        tracker.receive(received, total);
      },
    });
    tracker.stop();
    running.current.delete(key);
    if (result.ok) finish(job, goal, result.value.blob, result.value.format ?? job.format);
    else if (result.error.code === 'too_large') handleTooLarge(job, goal);
    else if (result.error.code === 'cancelled') {
      updateProgress(key, { phase: 'cancelled' });
      setAnnouncement(t('download.cancelled'));
    } else {
      updateProgress(key, toFailedProgress(result.error));
      toastFailure(t, toast);
    }
  };

  const startDownload = (job: DownloadJob, goal: Goal) => {
    const { key, name, format, bytes } = job;
    if (running.current.has(key)) return;
    const limit = goal === 'share' ? shareLimitBytes : inPageDownloadLimitBytes;
    if (bytes !== null && bytes > limit) return handleTooLarge(job, goal);
    toast({
      title: t('toast.starting.title'),
      description: t('toast.starting.description', { name, format }),
    });
    const controller = new AbortController();
    running.current.set(key, controller);
    updateProgress(key, {
      phase: 'running',
      received: 0,
      total: bytes,
      bytesPerSecond: null,
      isStalled: false,
      retries: 0,
    });
    void run(job, goal, controller);
  };

  const share = async (key: string) => {
    const file = prepared.current.get(key);
    if (!file) return;
    const outcome = await shareFile(file);
    if (outcome === 'dismissed') return;
    if (outcome === 'needs_tap') return updateProgress(key, { phase: 'ready', isRetry: true });
    prepared.current.delete(key);
    if (outcome === 'done') {
      onSaved();
      updateProgress(key, { phase: 'shared' });
    } else failWith(key, t('phone.failed'));
  };

  return {
    announcement,
    getProgress: ({ key }) => progress.get(key),
    cancel: ({ key }) => running.current.get(key)?.abort(),
    start(job) {
      const { isOnlyWay, isAvailable } = detectWebShareSupport();
      if (isOnlyWay && !isAvailable) return failWith(job.key, t('phone.impossible'));
      startDownload(job, isOnlyWay ? 'share' : 'save');
    },
    prepare: (job) => startDownload(job, 'share'),
    share: ({ key }) => void share(key),
  };
}

export function toFailedProgress(failure: DownloadError): FailedProgress {
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
