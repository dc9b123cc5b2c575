import type { ReactNode } from 'react';
import type { Quality } from '#extraction/contract.ts';
import { formatBytes } from '#i18n/format-units.ts';
import type { Conversion } from '#media/contract.ts';
import { useHydrated } from '../../browser/use-hydrated.ts';
import { shareLimitBytes } from '../../contract.ts';
import { useTranslator } from '../../translator.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { CopyAltText } from '../../ui/copy-button.tsx';
import { fileDetails, listOtherFormats, mediaLabel } from '../media/format-media.ts';
import { type MediaItemFiles, qualityKey } from '../media/group-media.ts';
import { useWebShareSupport } from '../media/web-share.ts';
import { DownloadControl, PrepareShareButton, StartButton } from './download-control.tsx';
import { DownloadMessage, SavedLabel } from './download-status.tsx';
import { usePostFilesContext } from './post-files.ts';
import { usePreservedFocus } from './use-preserved-focus.ts';

export function FileRow({
  quality,
  isSizeShown = true,
  isDownloadInBar = false,
}: {
  quality: Quality;
  /** False if the size already stands on the thumbnail; screen readers still get it here. */
  isSizeShown?: boolean;
  /** Its outcome is still shown here. */
  isDownloadInBar?: boolean;
}) {
  const t = useTranslator();
  const { downloads, isUnlocked, getBytes, getFormat, fileJob } = usePostFilesContext();
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
  const download = (
    <StartButton
      href={quality.url}
      variant={isDone || isReady ? 'quiet' : 'primary'}
      lockedVariant="quiet"
      onClick={() => downloads.start(job)}
      className="min-h-11 w-full px-2! wrap-normal max-[22rem]:[&>svg]:hidden"
      detail={<span className="sr-only"> {`${job.name} ${job.format}`}</span>}
    >
      {t('action.download')}
    </StartButton>
  );
  return (
    <li ref={row} className="grid max-w-sm gap-2 py-1.5 text-sm">
      <dl className="flex flex-wrap gap-x-2">
        {fileDetails(t, quality, { format: getFormat(quality), bytes }).map(({ label, value }, index) => (
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
      {!isDownloadInBar && <DownloadControl job={job}>{download}</DownloadControl>}
      <DownloadMessage progress={progress} />
      {isShareable && isTooLarge && progress?.phase !== 'failed' && (
        <p className="text-muted">{t('phone.too_large', { size: formatBytes(t, shareLimitBytes) })}</p>
      )}
      {isShareable && !isTooLarge && !isRunning && (isReady ? download : <PrepareShareButton job={job} />)}
      {isUnlocked && <OtherFormats quality={quality} />}
    </li>
  );
}

/** The description to copy, and the smaller files. */
export function FileDetails({
  item: { best, renditions },
  name,
  children,
}: {
  item: MediaItemFiles;
  name: string;
  children?: ReactNode;
}) {
  const t = useTranslator();
  const others = renditions.slice(1);
  if (!best.alt && others.length === 0) return null;
  return (
    <details className="text-sm print:hidden">
      <summary className="min-h-11 w-fit cursor-pointer content-center rounded-lg text-muted hover:text-accent">
        {t('media.details')}
        <span className="sr-only"> {name}</span>
      </summary>
      {children}
      <CopyAltText alt={best.alt} name={name} />
      <ul className="divide-y divide-line">
        {others.map((quality) => (
          <FileRow key={qualityKey(quality)} quality={quality} />
        ))}
      </ul>
    </details>
  );
}

function OtherFormats({ quality }: { quality: Quality }) {
  const t = useTranslator();
  const { getFormat } = usePostFilesContext();
  const format = getFormat(quality);
  const formats = listOtherFormats(quality, format);
  if (formats.length === 0) return null;
  return (
    <details className="text-sm">
      <summary className="min-h-11 w-fit cursor-pointer content-center rounded-lg text-muted hover:text-accent">
        {t('formats.other')}
        <span className="sr-only"> {`${mediaLabel(t, quality)} ${format}`}</span>
      </summary>
      <ul className="mt-1 flex flex-wrap gap-3 pb-1">
        {formats.map((as) => (
          <ConversionItem key={as} as={as} quality={quality} />
        ))}
      </ul>
    </details>
  );
}

function ConversionItem({ as, quality }: { as: Conversion; quality: Quality }) {
  const t = useTranslator();
  const { downloads, fileJob } = usePostFilesContext();
  const isHydrated = useHydrated();
  const job = fileJob(quality, as);
  const progress = downloads.getProgress(job);
  const item = usePreservedFocus(progress?.phase === 'running');
  return (
    <li
      ref={item}
      className={`flex flex-col gap-1 ${progress?.phase === 'running' ? '' : 'items-start'} ${progress ? 'basis-full' : ''}`}
    >
      <DownloadControl job={job}>
        <a
          href={job.url}
          className={buttonClass('quiet')}
          {...(isHydrated && {
            onClick: (event) => {
              event.preventDefault();
              downloads.start(job);
            },
          })}
        >
          {as === 'm4a' ? t('formats.audio') : as.toUpperCase()}
          <span className="sr-only"> {job.name}</span>
        </a>
      </DownloadControl>
      <SavedLabel progress={progress} />
      <DownloadMessage progress={progress} />
    </li>
  );
}
