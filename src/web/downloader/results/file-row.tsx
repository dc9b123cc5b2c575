import Download from 'lucide-react/icons/download';
import LockKeyhole from 'lucide-react/icons/lock-keyhole';
import type { Quality } from '#extraction/contract.ts';
import { useHydrated } from '../../browser/use-hydrated.ts';
import { shareLimitBytes } from '../../contract.ts';
import { useTranslator } from '../../translator.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { fileDetails, formatBytes } from '../media/format-media.ts';
import { useWebShareSupport } from '../media/web-share.ts';
import { isPhotoLibraryFile, PrepareShareButton, ShareFileButton } from '../save/share-file-button.tsx';
import type { Downloads } from '../save/use-downloads.ts';
import { DownloadMessage, DownloadProgressBar, SavedLabel } from './download-status.tsx';
import { OtherFormats } from './other-formats.tsx';
import { usePreservedFocus } from './use-preserved-focus.ts';

function DownloadButton({
  quality,
  name,
  isVerified,
  isSaved,
  onDownload,
}: {
  quality: Quality;
  name: string;
  isVerified: boolean;
  isSaved: boolean;
  onDownload: () => void;
}) {
  const t = useTranslator();
  const isHydrated = useHydrated();
  const file = <span className="sr-only"> {`${name} ${quality.format}`}</span>;
  if (!isVerified) {
    return (
      <Button aria-disabled onClick={onDownload}>
        <LockKeyhole aria-hidden="true" className="size-5" />
        {t('verification.first')}
        {file}
      </Button>
    );
  }
  const label = (
    <>
      <Download aria-hidden="true" className="size-5" />
      {t('action.download')}
      {file}
    </>
  );
  if (!isHydrated) {
    return (
      <a href={quality.url} className={buttonClass()}>
        {label}
      </a>
    );
  }
  return (
    <Button variant={isSaved ? 'quiet' : 'primary'} onClick={onDownload}>
      {label}
    </Button>
  );
}

export function FileRow({
  quality,
  name,
  bytes,
  isVerified,
  downloads,
  onDownload,
}: {
  quality: Quality;
  name: string;
  bytes: number | null;
  isVerified: boolean;
  downloads: Downloads;
  onDownload: () => void;
}) {
  const t = useTranslator();
  const sharing = useWebShareSupport();
  const requestedFile = { quality, as: null };
  const progress = downloads.getProgress(requestedFile);
  const isRunning = progress?.phase === 'running';
  const isReady = progress?.phase === 'ready';
  const isDone = progress?.phase === 'saved' || progress?.phase === 'shared';
  const isShareable = sharing.isAvailable && !sharing.isOnlyWay && isPhotoLibraryFile(requestedFile);
  const isTooLarge = bytes !== null && bytes > shareLimitBytes;
  const row = usePreservedFocus(isRunning);
  const download = (
    <DownloadButton
      quality={quality}
      name={name}
      isVerified={isVerified}
      isSaved={isDone || isReady}
      onDownload={onDownload}
    />
  );
  return (
    <li
      ref={row}
      className="flex flex-col gap-3 py-3 last:pb-0 sm:grid sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center"
    >
      <div className={`min-w-0 text-sm ${isRunning ? 'sm:col-span-2' : ''}`}>
        <dl className="flex flex-wrap gap-x-3 gap-y-1">
          {fileDetails(t, quality, bytes).map(({ label, value }, index) => (
            <div key={label} className={index === 0 ? 'font-semibold' : 'text-muted'}>
              <dt className="sr-only">{label}</dt>
              <dd className="tabular-nums">{value}</dd>
            </div>
          ))}
        </dl>
        <SavedLabel progress={progress} />
      </div>
      {isRunning ? (
        <DownloadProgressBar
          name={`${name} ${quality.format}`}
          progress={progress}
          onCancel={() => downloads.cancel(requestedFile)}
        />
      ) : isReady ? (
        <ShareFileButton requestedFile={requestedFile} name={name} downloads={downloads} />
      ) : (
        download
      )}
      <DownloadMessage progress={progress} />
      {isVerified && isShareable && isTooLarge && progress?.phase !== 'failed' && (
        <p className="text-sm text-muted sm:col-span-2">
          {t('phone.too_large', { size: formatBytes(t, shareLimitBytes) })}
        </p>
      )}
      {isVerified && isShareable && !isTooLarge && !isRunning && (
        <div className="flex flex-col sm:col-span-2 sm:items-end">
          {isReady ? (
            download
          ) : (
            <PrepareShareButton requestedFile={requestedFile} name={name} downloads={downloads} />
          )}
        </div>
      )}
      {isVerified && (
        <div className="sm:col-span-2 empty:hidden">
          <OtherFormats quality={quality} name={name} downloads={downloads} />
        </div>
      )}
    </li>
  );
}
