import { Check, Download, LockKeyhole } from 'lucide-react';
import type { Translator } from '#i18n/translate.ts';
import type { Quality } from '#media/contract.ts';
import { wordError } from '../error-messages.ts';
import { useTranslator } from '../translation.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
import { formatBytes, wordQuality, wordResolution } from './describe-media.ts';
import type { DownloadProgress } from './download-progress.ts';
import { RunningDownload } from './running-download.tsx';
import { useKeptFocus } from './use-kept-focus.ts';

/** One file of a media item, and what its download has come to. */
export function FileRow({
  quality,
  name,
  bytes,
  isVerified,
  progress,
  onDownload,
  onCancel,
}: {
  quality: Quality;
  name: string;
  bytes: number | null;
  isVerified: boolean;
  progress: DownloadProgress | undefined;
  onDownload: () => void;
  onCancel: () => void;
}) {
  const t = useTranslator();
  const isRunning = progress?.phase === 'running';
  const row = useKeptFocus(isRunning);
  const facts = [
    { label: t('media.format'), value: quality.format },
    { label: t('media.resolution'), value: wordResolution(t, quality.resolution) },
    { label: t('media.quality'), value: wordQuality(t, quality.quality) },
    ...(bytes === null ? [] : [{ label: t('media.bytes'), value: formatBytes(t, bytes) }]),
  ];
  return (
    <li
      ref={row}
      className="flex flex-col gap-3 py-3 last:pb-0 sm:flex-row sm:flex-wrap sm:items-center sm:justify-between"
    >
      <dl className="flex flex-wrap gap-x-3 gap-y-1 text-sm">
        {facts.map(({ label, value }, index) => (
          <div key={label} className={index === 0 ? 'font-semibold' : 'text-muted'}>
            <dt className="sr-only">{label}</dt>
            <dd className="tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {isRunning ? (
        <RunningDownload name={name} progress={progress} onCancel={onCancel} />
      ) : (
        <DownloadButton
          quality={quality}
          name={name}
          isVerified={isVerified}
          isSaved={progress?.phase === 'saved'}
          onDownload={onDownload}
        />
      )}
      <p role="alert" className="w-full text-sm text-accent empty:hidden">
        {wordOutcome(t, progress)}
      </p>
    </li>
  );
}

function wordOutcome(t: Translator, progress: DownloadProgress | undefined): string | null {
  if (progress?.phase === 'browser') return t('download.browser');
  if (progress?.phase !== 'failed') return null;
  if (progress.reason === 'no_data') return t('download.no_data');
  return progress.reason ? wordError(t, { code: progress.reason }) : t('download.error');
}

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
      {isSaved ? (
        <Check aria-hidden="true" className="size-5" />
      ) : (
        <Download aria-hidden="true" className="size-5" />
      )}
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
