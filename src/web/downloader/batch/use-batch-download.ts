import { useEffect, useRef, useState } from 'react';
import { formatBytes } from '#i18n/format-units.ts';
import { batchDownloadConcurrency, batchZipLimitBytes } from '../../contract.ts';
import { useTranslator } from '../../translator.tsx';
import { saveBlob } from '../media/save-file.ts';
import { downloadErrorMessage } from '../results/download-status.tsx';
import type { DownloadProgress } from '../save/download-progress.ts';
import { fetchJob, useDownloadFeedback } from '../save/use-download-feedback.ts';
import { toFailedProgress } from '../save/use-downloads.ts';
import { type BatchZipPost, collectBatchZip } from './batch-zip.ts';
import { createZipBlob } from './zip-blob.ts';

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
  const feedback = useDownloadFeedback();
  const running = useRef<AbortController | null>(null);
  const [progress, setProgress] = useState<DownloadProgress>();
  const [failures, setFailures] = useState<readonly BatchFailure[]>([]);
  useEffect(() => () => running.current?.abort(), []);

  const failAsTooLarge = () =>
    setProgress({
      phase: 'failed',
      reason: null,
      message: t('batch.too_large', { size: formatBytes(t, batchZipLimitBytes) }),
    });

  const start = async (posts: readonly BatchDownloadPost[]) => {
    const files = posts.flatMap((post) => post.files);
    setFailures([]);
    feedback.setAnnouncement('');
    if (files.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0) > batchZipLimitBytes) return failAsTooLarge();
    const controller = new AbortController();
    running.current = controller;
    let isTooLarge = false;
    const stopAsTooLarge = () => {
      isTooLarge = true;
      controller.abort();
    };
    const name = t('zip.files', { count: files.length });
    feedback.toastStart(name, 'ZIP');
    const tracker = feedback.track(name, setProgress);
    tracker.receive(0, null);
    const zip = await collectBatchZip(posts, {
      concurrency: batchDownloadConcurrency,
      signal: controller.signal,
      onProgress(received, total) {
        if (received > batchZipLimitBytes) return stopAsTooLarge();
        tracker.receive(received, total);
      },
      async download(job, onProgress) {
        const result = await fetchJob(job, tracker, {
          signal: controller.signal,
          limitBytes: batchZipLimitBytes,
          onProgress,
        });
        if (!result.ok && result.error.code === 'too_large') stopAsTooLarge();
        return result;
      },
    });
    const savedCount = files.length - zip.failures.length;
    const isWorthSaving = savedCount > 0 && !controller.signal.aborted;
    const blob = isWorthSaving ? await createZipBlob(zip.entries).catch(() => null) : null;
    tracker.stop();
    if (isTooLarge) return failAsTooLarge();
    if (controller.signal.aborted) {
      feedback.setAnnouncement(t('download.cancelled'));
      return setProgress({ phase: 'cancelled' });
    }
    setFailures(
      zip.failures.map(({ folder, job, error }) => ({
        name: `${folder}: ${job.name}`,
        reason: downloadErrorMessage(t, toFailedProgress(error)),
      })),
    );
    if (!blob) {
      setProgress({ phase: 'failed', reason: null, message: null });
      return feedback.toastFailure();
    }
    saveBlob(blob, 'threads-posts.zip');
    for (const [index, post] of posts.entries()) if (zip.savedCounts[index]) post.remember();
    setProgress({ phase: 'saved' });
    feedback.toastSaved(t('zip.files', { count: savedCount }), 'ZIP');
  };

  return {
    progress,
    announcement: feedback.announcement,
    failures,
    start: (posts: readonly BatchDownloadPost[]) => void start(posts),
    cancel: () => running.current?.abort(),
  };
}
