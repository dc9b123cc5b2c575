import { downloadZip } from 'client-zip';
import { useEffect, useRef, useState } from 'react';
import { batchDownloadConcurrency, batchZipLimitBytes } from '../../contract.ts';
import { useTranslator } from '../../translator.tsx';
import { useToast } from '../../ui/toast/toast-provider.tsx';
import { formatBytes, formatPercent } from '../media/format-media.ts';
import { saveBlob } from '../media/save-file.ts';
import { downloadErrorMessage } from '../results/download-status.tsx';
import { browserTimers, pause } from '../save/browser-timers.ts';
import { type DownloadError, downloadFile } from '../save/download-file.ts';
import { announcedStep, type DownloadProgress, trackProgress } from '../save/download-progress.ts';
import { toFailedProgress } from '../save/use-downloads.ts';
import { type BatchZipPost, collectBatchZip } from './batch-zip.ts';

export interface BatchFailure {
  name: string;
  reason: string;
}

/** A post of the ZIP; `remember` stores it in the history, if that is on. */
export interface BatchDownloadPost extends BatchZipPost {
  remember(): void;
}

/** Downloads the files of several posts in the page, and saves them as one ZIP. */
export function useBatchDownload() {
  const t = useTranslator();
  const toast = useToast();
  const running = useRef<AbortController | null>(null);
  const [progress, setProgress] = useState<DownloadProgress>();
  const [announcement, setAnnouncement] = useState('');
  const [failures, setFailures] = useState<readonly BatchFailure[]>([]);
  useEffect(() => () => running.current?.abort(), []);

  const failAsTooLarge = () =>
    setProgress({
      phase: 'failed',
      reason: null,
      message: t('batch.too_large', { size: formatBytes(t, batchZipLimitBytes) }),
    });

  const fail = () => {
    setProgress({ phase: 'failed', reason: null, message: null });
    toast({
      tone: 'destructive',
      title: t('toast.failed.title'),
      description: t('toast.failed.description'),
    });
  };

  const start = async (posts: readonly BatchDownloadPost[]) => {
    const files = posts.flatMap((post) => post.files);
    setFailures([]);
    setAnnouncement('');
    if (files.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0) > batchZipLimitBytes) return failAsTooLarge();
    const controller = new AbortController();
    running.current = controller;
    let isTooLarge = false;
    const stopAsTooLarge = () => {
      isTooLarge = true;
      controller.abort();
    };
    const name = t('zip.files', { count: files.length });
    toast({
      title: t('toast.starting.title'),
      description: t('toast.starting.description', { name, format: 'ZIP' }),
    });
    const tracker = trackProgress(browserTimers, setProgress);
    tracker.receive(0, null);
    let lastAnnouncedStep: number | null = null;
    const zip = await collectBatchZip(posts, {
      concurrency: batchDownloadConcurrency,
      signal: controller.signal,
      onProgress(received, total) {
        if (received > batchZipLimitBytes) return stopAsTooLarge();
        const step = announcedStep(received, total);
        if (step !== null && step !== lastAnnouncedStep) {
          lastAnnouncedStep = step;
          setAnnouncement(t('download.percent', { percent: formatPercent(t, step / 100), name }));
        }
        tracker.receive(received, total);
      },
      async download(job, onProgress) {
        const result = await downloadFile({
          url: job.url,
          fetch: window.fetch.bind(window),
          signal: controller.signal,
          limitBytes: batchZipLimitBytes,
          renewUrl: job.renewUrl,
          pause(milliseconds) {
            tracker.retry();
            return pause(milliseconds, controller.signal);
          },
          onProgress,
        });
        if (!result.ok && result.error.code === 'too_large') stopAsTooLarge();
        return result;
      },
    });
    const savedCount = files.length - zip.failures.length;
    const isWorthSaving = savedCount > 0 && !controller.signal.aborted;
    // The browser may lack the space for it.
    const blob = isWorthSaving
      ? await downloadZip(zip.entries)
          .blob()
          .catch(() => null)
      : null;
    tracker.stop();
    if (isTooLarge) return failAsTooLarge();
    if (controller.signal.aborted) {
      setAnnouncement(t('download.cancelled'));
      return setProgress({ phase: 'cancelled' });
    }
    const reasonOf = (error: DownloadError) => downloadErrorMessage(t, toFailedProgress(error));
    setFailures(
      zip.failures.map(({ folder, job, error }) => ({
        name: `${folder}: ${job.name}`,
        reason: reasonOf(error),
      })),
    );
    if (!blob) return fail();
    saveBlob(blob, 'threads-posts.zip');
    for (const [index, post] of posts.entries()) if (zip.savedCounts[index]) post.remember();
    setProgress({ phase: 'saved' });
    toast({
      tone: 'good',
      title: t('toast.complete.title'),
      description: t('toast.complete.description', {
        name: t('zip.files', { count: savedCount }),
        format: 'ZIP',
      }),
    });
  };

  return {
    progress,
    announcement,
    failures,
    start: (posts: readonly BatchDownloadPost[]) => void start(posts),
    cancel: () => running.current?.abort(),
  };
}
