import Download from 'lucide-react/icons/download';
import LockKeyhole from 'lucide-react/icons/lock-keyhole';
import { useId, useState } from 'react';
import { useTranslator } from '../../translator.tsx';
import { Button } from '../../ui/button.tsx';
import { useWebShareSupport } from '../media/web-share.ts';
import { DownloadProgressBar, downloadErrorMessage, SavedLabel } from '../results/download-status.tsx';
import { useRequireVerification } from '../results/post-files.ts';
import { usePreservedFocus } from '../results/use-preserved-focus.ts';
import { type BatchDownloadPost, type BatchFailure, useBatchDownload } from './use-batch-download.ts';

/** One ZIP over all posts, with a folder for each. */
export function BatchDownloadBar({
  listPosts,
  count,
  isUnlocked,
  isVerified,
  waitingCount,
  listMissingLinks,
}: {
  listPosts: () => BatchDownloadPost[];
  count: number;
  isUnlocked: boolean;
  isVerified: boolean;
  /** Links that are not loaded yet. */
  waitingCount: number;
  /** Links that a ZIP lacks if it is started now. */
  listMissingLinks: () => BatchFailure[];
}) {
  const t = useTranslator();
  const requireVerification = useRequireVerification();
  const { isOnlyWay } = useWebShareSupport();
  const { progress, announcement, failures, start, cancel } = useBatchDownload();
  const [missingLinks, setMissingLinks] = useState<readonly BatchFailure[]>([]);
  const [labelId, waitingId] = [useId(), useId()];
  const isRunning = progress?.phase === 'running';
  const bar = usePreservedFocus<HTMLDivElement>(isRunning);
  if (isOnlyWay) return <p className="text-sm text-muted">{t('zip.impossible')}</p>;

  const isDone = progress?.phase === 'saved' || progress?.phase === 'failed';
  const unsaved = isDone ? [...missingLinks, ...failures] : [];
  return (
    <div
      ref={bar}
      className={`grid min-w-0 gap-2 sm:max-w-md sm:min-w-72 ${isUnlocked ? 'grow' : 'max-sm:hidden'}`}
    >
      {isRunning ? (
        <DownloadProgressBar name={t('zip.label')} progress={progress} onCancel={cancel} />
      ) : (
        <Button
          aria-disabled={!isUnlocked || undefined}
          aria-labelledby={labelId}
          aria-describedby={waitingCount > 0 ? waitingId : undefined}
          className="py-0.5! max-sm:px-2! max-sm:text-sm max-[22.5rem]:px-1! max-[22.5rem]:text-xs max-[22.5rem]:[&>svg]:hidden"
          onClick={() => {
            if (isUnlocked) {
              setMissingLinks(listMissingLinks());
              start(listPosts());
            } else if (!isVerified) requireVerification();
          }}
        >
          {isUnlocked ? (
            <Download aria-hidden="true" className="size-5 shrink-0" />
          ) : (
            <LockKeyhole aria-hidden="true" className="size-5 shrink-0" />
          )}
          {/* In the button, so that the bar stays one row. */}
          <span className="grid">
            <span id={labelId} className="leading-tight">
              {isUnlocked ? t('zip.download', { count }) : t('verification.first')}
            </span>
            {waitingCount > 0 && (
              <span id={waitingId} className="text-xs leading-tight font-normal">
                {t('batch.waiting', { count: waitingCount })}
              </span>
            )}
          </span>
        </Button>
      )}
      <div role="status" className="text-sm empty:hidden">
        <SavedLabel progress={progress} />
        {unsaved.length > 0 && <UnsavedList failures={unsaved} />}
      </div>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <p role="alert" className="text-sm text-accent empty:hidden">
        {progress?.phase === 'failed' && downloadErrorMessage(t, progress)}
      </p>
    </div>
  );
}

function UnsavedList({ failures }: { failures: readonly BatchFailure[] }) {
  const t = useTranslator();
  return (
    <details open>
      <summary className="min-h-11 w-fit cursor-pointer content-center font-semibold">
        {t('batch.not_saved', { count: failures.length })}
      </summary>
      <ul className="max-h-32 overflow-y-auto">
        {failures.map(({ name, reason }) => (
          <li key={name} className="wrap-anywhere text-muted">
            <span dir="ltr">{name}</span>: {reason}
          </li>
        ))}
      </ul>
    </details>
  );
}
