import { useState } from 'react';
import { formatPercent } from '#i18n/format-units.ts';
import { useTranslator } from '../../translator.tsx';
import { useToast } from '../../ui/toast/toast-provider.tsx';
import { browserTimers, pauseUntilOnline } from './browser-timers.ts';
import { type DownloadFileOptions, type DownloadResult, downloadFile } from './download-file.ts';
import type { DownloadJob } from './download-job.ts';
import { announcedStep, type RunningProgress, trackProgress } from './download-progress.ts';

/** What a download tells the user: its progress, notices, and some texts for screen readers. */
export function useDownloadFeedback() {
  const t = useTranslator();
  const toast = useToast();
  const [announcement, setAnnouncement] = useState('');

  return {
    announcement,
    setAnnouncement,
    /** Passes the progress to `onUpdate`, and announces some of its steps. */
    track(name: string, onUpdate: (progress: RunningProgress) => void) {
      const tracker = trackProgress(browserTimers, onUpdate);
      let lastStep: number | null = null;
      return {
        ...tracker,
        receive(received: number, total: number | null) {
          const step = announcedStep(received, total);
          if (step !== null && step !== lastStep) {
            lastStep = step;
            setAnnouncement(t('download.percent', { percent: formatPercent(t, step / 100), name }));
          }
          tracker.receive(received, total);
        },
      };
    },
    toastStart(name: string, format: string) {
      toast({
        title: t('toast.starting.title'),
        description: t('toast.starting.description', { name, format }),
      });
    },
    toastSaved(name: string, format: string) {
      toast({
        tone: 'good',
        title: t('toast.complete.title'),
        description: t('toast.complete.description', { name, format }),
      });
    },
    toastFailure() {
      toast({
        tone: 'destructive',
        title: t('toast.failed.title'),
        description: t('toast.failed.description'),
      });
    },
  };
}

type DownloadTracker = ReturnType<ReturnType<typeof useDownloadFeedback>['track']>;

/** Fetches the file of a job into the page, and counts its retries. */
export function fetchJob(
  { url, renewUrl }: DownloadJob,
  tracker: DownloadTracker,
  options: Pick<DownloadFileOptions, 'signal' | 'limitBytes' | 'onProgress'>,
): Promise<DownloadResult> {
  return downloadFile({
    ...options,
    url,
    renewUrl,
    fetch: window.fetch.bind(window),
    pause(milliseconds) {
      tracker.retry();
      return pauseUntilOnline(milliseconds, options.signal);
    },
  });
}
