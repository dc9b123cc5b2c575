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
import { PrepareShareButton, ShareFileButton } from './share-file-button.tsx';
import { usePreservedFocus } from './use-preserved-focus.ts';

const fullWidth = 'min-h-11 w-full px-2! wrap-normal';

function DownloadButton({ quality, name, isSaved }: { quality: Quality; name: string; isSaved: boolean }) {
  const t = useTranslator();
  const { isUnlocked, requireVerification, setDownloading, downloads, fileJob } = usePostFilesContext();
  const isHydrated = useHydrated();
  const file = <span className="sr-only"> {`${name} ${quality.format}`}</span>;
  if (!isUnlocked) {
    return (
      <Button variant="quiet" aria-disabled onClick={requireVerification} className={fullWidth}>
        <LockKeyhole aria-hidden="true" className="size-4 shrink-0" />
        <span>
          {t('verification.first')}
          {file}
        </span>
      </Button>
    );
  }
  const label = (
    <>
      <Download aria-hidden="true" className="size-5 shrink-0" />
      <span>
        {t('action.download')}
        {file}
      </span>
    </>
  );
  if (!isHydrated) {
    return (
      <a href={quality.url} className={buttonClass('primary', fullWidth)}>
        {label}
      </a>
    );
  }
  const download = () => {
    setDownloading();
    downloads.start(fileJob(quality));
  };
  return (
    <Button variant={isSaved ? 'quiet' : 'primary'} onClick={download} className={fullWidth}>
      {label}
    </Button>
  );
}

export function FileRow({
  quality,
  name,
  isSizeShown = true,
}: {
  quality: Quality;
  name: string;
  /** False if the size already stands on the thumbnail; screen readers still get it here. */
  isSizeShown?: boolean;
}) {
  const t = useTranslator();
  const { downloads, isUnlocked, getBytes, fileJob } = usePostFilesContext();
  const bytes = getBytes(quality);
  const sharing = useWebShareSupport();
  const job = fileJob(quality);
  const progress = downloads.getProgress(job);
  const isRunning = progress?.phase === 'running';
  const isReady = progress?.phase === 'ready';
  const isDone = progress?.phase === 'saved' || progress?.phase === 'shared';
  const isShareable = isUnlocked && sharing.isAvailable && !sharing.isOnlyWay && job.isPhoto;
  const isTooLarge = bytes !== null && bytes > shareLimitBytes;
  const row = usePreservedFocus(isRunning);
  const download = <DownloadButton quality={quality} name={name} isSaved={isDone || isReady} />;
  return (
    <li ref={row} className="grid max-w-sm gap-2 py-1.5 text-sm">
      <dl className="flex flex-wrap gap-x-2">
        {fileDetails(t, quality, bytes).map(({ label, value }, index) => (
          <div
            key={label}
            className={
              label === t('media.bytes') && !isSizeShown
                ? 'sr-only'
                : index === 0
                  ? 'font-semibold'
                  : 'text-muted'
            }
          >
            <dt className="sr-only">{label}</dt>
            <dd className="tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <SavedLabel progress={progress} />
      {isRunning ? (
        <DownloadProgressBar
          name={`${name} ${quality.format}`}
          progress={progress}
          onCancel={() => downloads.cancel(job)}
        />
      ) : isReady ? (
        <ShareFileButton job={job} />
      ) : (
        download
      )}
      <DownloadMessage progress={progress} />
      {isShareable && isTooLarge && progress?.phase !== 'failed' && (
        <p className="text-muted">{t('phone.too_large', { size: formatBytes(t, shareLimitBytes) })}</p>
      )}
      {isShareable && !isTooLarge && !isRunning && (isReady ? download : <PrepareShareButton job={job} />)}
      {isUnlocked && <OtherFormats quality={quality} name={name} />}
    </li>
  );
}
