import Check from 'lucide-react/icons/check';
import X from 'lucide-react/icons/x';
import { formatBytes, formatPercent, formatSpeed, formatTimeSpan } from '#i18n/format-units.ts';
import type { Translator } from '#i18n/translator.ts';
import { formatError } from '../../error-messages.ts';
import { useTranslator } from '../../translator.tsx';
import type { DownloadProgress, FailedProgress, RunningProgress } from '../save/download-progress.ts';

export function SavedLabel({ progress }: { progress: DownloadProgress | undefined }) {
  const t = useTranslator();
  const isShared = progress?.phase === 'shared';
  if (progress?.phase !== 'saved' && !isShared) return null;
  return (
    <p className="mt-1 flex items-center gap-1 font-semibold text-good">
      <Check aria-hidden="true" className="size-4" />
      {t(isShared ? 'phone.handed_over' : 'action.saved')}
    </p>
  );
}

export function DownloadMessage({ progress }: { progress: DownloadProgress | undefined }) {
  const t = useTranslator();
  return (
    <>
      <p role="status" className="text-sm text-muted empty:hidden">
        {statusMessage(t, progress)}
      </p>
      <p role="alert" className="text-sm text-accent empty:hidden">
        {progress?.phase === 'failed' && downloadErrorMessage(t, progress)}
      </p>
    </>
  );
}

function statusMessage(t: Translator, progress: DownloadProgress | undefined): string | null {
  if (progress?.phase === 'browser') return t('download.browser');
  if (progress?.phase !== 'ready') return null;
  return t(progress.isRetry ? 'phone.again' : 'phone.tap');
}

export function downloadErrorMessage(t: Translator, progress: FailedProgress): string {
  if (progress.reason === 'no_data') return t('download.no_data');
  // Prefer the server's message: it can say how long to wait, for instance.
  if (progress.message) return progress.message;
  return progress.reason ? formatError(t, { code: progress.reason }) : t('download.error');
}

export function DownloadProgressBar({
  name,
  progress,
  onCancel,
}: {
  name: string;
  progress: RunningProgress;
  onCancel: () => void;
}) {
  const t = useTranslator();
  const { received, total, bytesPerSecond, isStalled, retries } = progress;
  const percent = total ? formatPercent(t, Math.min(1, received / total)) : null;
  const amount =
    total === null
      ? formatBytes(t, received)
      : t('download.amount', { received: formatBytes(t, received), total: formatBytes(t, total) });
  const speed = bytesPerSecond === null ? null : formatSpeed(t, bytesPerSecond);
  const remaining =
    total !== null && bytesPerSecond !== null && bytesPerSecond > 0 && received < total
      ? t('download.remaining', { time: formatTimeSpan(t, (total - received) / bytesPerSecond) })
      : null;
  return (
    <div className="flex items-center gap-3">
      <div className="min-w-0 grow">
        <p className="flex flex-wrap justify-between gap-x-3 text-sm tabular-nums">
          <span className="font-semibold">{percent ?? t('action.downloading')}</span>
          <span className="text-muted">{[amount, speed, remaining].filter(Boolean).join(' · ')}</span>
        </p>
        <progress
          {...(total && { value: Math.min(received, total), max: total })}
          aria-label={name}
          aria-valuetext={percent ? `${percent}, ${amount}` : amount}
          className="download-bar mt-1"
        />
        <p role="status" className="text-sm text-muted empty:hidden">
          {isStalled && t(retries > 0 ? 'download.reconnecting' : 'download.stalled')}
          {retries > 0 && ` ${t('download.retries', { count: retries })}`}
        </p>
      </div>
      <button
        type="button"
        onClick={onCancel}
        aria-label={`${t('action.cancel')} ${name}`}
        className="inline-flex size-11 shrink-0 cursor-pointer items-center justify-center rounded-full border border-field hover:border-accent hover:text-accent"
      >
        <X aria-hidden="true" className="size-5" />
      </button>
    </div>
  );
}
