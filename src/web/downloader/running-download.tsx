import X from 'lucide-react/icons/x';
import { useTranslator } from '../translation.tsx';
import { formatBytes, formatPercent } from './describe-media.ts';
import type { DownloadProgress } from './download-progress.ts';

export function DownloadProgressBar({
  name,
  progress,
  onCancel,
}: {
  name: string;
  progress: Extract<DownloadProgress, { phase: 'running' }>;
  onCancel: () => void;
}) {
  const t = useTranslator();
  const { received, total } = progress;
  const percent = total ? formatPercent(t, received / total) : null;
  const amount =
    total === null
      ? formatBytes(t, received)
      : t('download.amount', { received: formatBytes(t, received), total: formatBytes(t, total) });
  return (
    <div className="flex items-center gap-3 sm:col-span-2">
      <div className="min-w-0 grow">
        <p className="flex flex-wrap justify-between gap-x-3 text-sm tabular-nums">
          <span className="font-semibold">{percent ?? t('action.downloading')}</span>
          <span className="text-muted">{amount}</span>
        </p>
        <progress
          {...(total && { value: received, max: total })}
          aria-label={name}
          aria-valuetext={percent ? `${percent}, ${amount}` : amount}
          className="download-bar mt-1"
        />
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
