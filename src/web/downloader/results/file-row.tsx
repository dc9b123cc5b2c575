import Download from 'lucide-react/icons/download';
import LockKeyhole from 'lucide-react/icons/lock-keyhole';
import type { Quality } from '#extraction/contract.ts';
import { useHydrated } from '../../browser/use-hydrated.ts';
import { shareLimitBytes } from '../../contract.ts';
import { useTranslator } from '../../translator.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { fileDetails, formatBytes } from '../media/format-media.ts';
import { useWebShareSupport } from '../media/web-share.ts';
import { DownloadMessage, DownloadProgressBar, SavedLabel } from './download-status.tsx';
import { OtherFormats } from './other-formats.tsx';
import { usePostFilesContext } from './post-files.ts';
import { isPhotoLibraryFile, PrepareShareButton, ShareFileButton } from './share-file-button.tsx';
import { usePreservedFocus } from './use-preserved-focus.ts';

function DownloadButton({ quality, name, isSaved }: { quality: Quality; name: string; isSaved: boolean }) {
  const t = useTranslator();
  const { isUnlocked, requireVerification, setDownloading, downloads } = usePostFilesContext();
  const isHydrated = useHydrated();
  const file = <span className="sr-only"> {`${name} ${quality.format}`}</span>;
  if (!isUnlocked) {
    return (
      <Button aria-disabled onClick={requireVerification}>
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
  const download = () => {
    setDownloading();
    downloads.start({ quality, as: null });
  };
  return (
    <Button variant={isSaved ? 'quiet' : 'primary'} onClick={download}>
      {label}
    </Button>
  );
}

export function FileRow({ quality, name }: { quality: Quality; name: string }) {
  const t = useTranslator();
  const { downloads, isUnlocked, getBytes } = usePostFilesContext();
  const bytes = getBytes(quality);
  const sharing = useWebShareSupport();
  const requestedFile = { quality, as: null };
  const progress = downloads.getProgress(requestedFile);
  const isRunning = progress?.phase === 'running';
  const isReady = progress?.phase === 'ready';
  const isDone = progress?.phase === 'saved' || progress?.phase === 'shared';
  const isShareable = sharing.isAvailable && !sharing.isOnlyWay && isPhotoLibraryFile(requestedFile);
  const isTooLarge = bytes !== null && bytes > shareLimitBytes;
  const row = usePreservedFocus(isRunning);
  const download = <DownloadButton quality={quality} name={name} isSaved={isDone || isReady} />;
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
        <ShareFileButton requestedFile={requestedFile} name={name} />
      ) : (
        download
      )}
      <DownloadMessage progress={progress} />
      {isUnlocked && isShareable && isTooLarge && progress?.phase !== 'failed' && (
        <p className="text-sm text-muted sm:col-span-2">
          {t('phone.too_large', { size: formatBytes(t, shareLimitBytes) })}
        </p>
      )}
      {isUnlocked && isShareable && !isTooLarge && !isRunning && (
        <div className="flex flex-col sm:col-span-2 sm:items-end">
          {isReady ? download : <PrepareShareButton requestedFile={requestedFile} name={name} />}
        </div>
      )}
      {isUnlocked && (
        <div className="sm:col-span-2 empty:hidden">
          <OtherFormats quality={quality} name={name} />
        </div>
      )}
    </li>
  );
}
