import { useCallback, useEffect, useRef, useState } from 'react';
import { formatBytes } from '#i18n/format-units.ts';
import { inPageDownloadLimitBytes, shareLimitBytes } from '../../contract.ts';
import { useTranslator } from '../../translator.tsx';
import { saveBlob, startBrowserDownload } from '../media/save-file.ts';
import { canShareFile, detectWebShareSupport, shareFile } from '../media/web-share.ts';
import type { DownloadError } from './download-file.ts';
import type { DownloadJob } from './download-job.ts';
import { type DownloadProgress, type FailedProgress, initialProgress } from './download-progress.ts';
import { fetchJob, useDownloadFeedback } from './use-download-feedback.ts';

type Goal = 'save' | 'share';
const limits: Record<Goal, number> = { save: inPageDownloadLimitBytes, share: shareLimitBytes };

/** Downloads in the page, with progress; the browser itself downloads large files. */
export function useDownloads(onSaved: () => void) {
  const t = useTranslator();
  const feedback = useDownloadFeedback();
  const [progress, setProgress] = useState<ReadonlyMap<string, DownloadProgress>>(new Map());
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
    feedback.toastSaved(name, format);
  };

  const run = async (job: DownloadJob, goal: Goal, controller: AbortController) => {
    const { key, name } = job;
    const tracker = feedback.track(name, (value) => updateProgress(key, value));
    const result = await fetchJob(job, tracker, {
      signal: controller.signal,
      limitBytes: limits[goal],
      onProgress: tracker.receive,
    });
    tracker.stop();
    running.current.delete(key);
    if (result.ok) finish(job, goal, result.value.blob, result.value.format ?? job.format);
    else if (result.error.code === 'too_large') handleTooLarge(job, goal);
    else if (result.error.code === 'cancelled') {
      updateProgress(key, { phase: 'cancelled' });
      feedback.setAnnouncement(t('download.cancelled'));
    } else {
      updateProgress(key, toFailedProgress(result.error));
      feedback.toastFailure();
    }
  };

  const startDownload = (job: DownloadJob, goal: Goal) => {
    const { key, name, format, bytes } = job;
    if (running.current.has(key)) return;
    if (bytes !== null && bytes > limits[goal]) return handleTooLarge(job, goal);
    feedback.toastStart(name, format);
    const controller = new AbortController();
    running.current.set(key, controller);
    updateProgress(key, { ...initialProgress, total: bytes });
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
    /** Progress text for screen readers. */
    announcement: feedback.announcement,
    getProgress: ({ key }: DownloadJob) => progress.get(key),
    cancel: ({ key }: DownloadJob) => running.current.get(key)?.abort(),
    start(job: DownloadJob) {
      const { isOnlyWay, isAvailable } = detectWebShareSupport();
      if (isOnlyWay && !isAvailable) return failWith(job.key, t('phone.impossible'));
      startDownload(job, isOnlyWay ? 'share' : 'save');
    },
    /** Fetches a file for the share menu, which needs another tap to open. */
    prepare: (job: DownloadJob) => startDownload(job, 'share'),
    share: ({ key }: DownloadJob) => void share(key),
  };
}

export function toFailedProgress(failure: DownloadError): FailedProgress {
  if (failure.code === 'refused')
    return { phase: 'failed', reason: failure.reason, message: failure.message };
  return { phase: 'failed', reason: failure.code === 'no_data' ? 'no_data' : null, message: null };
}
