import { Check, Download, LockKeyhole } from 'lucide-react';
import type { Translator } from '#i18n/translate.ts';
import type { Quality } from '#media/contract.ts';
import { wordError } from '../error-messages.ts';
import { useTranslator } from '../translation.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
import { describeFile } from './describe-media.ts';
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
  const isSaved = progress?.phase === 'saved';
  const isRunning = progress?.phase === 'running';
  const row = useKeptFocus(isRunning);
  return (
    <li
      ref={row}
      className="flex flex-col gap-3 py-3 last:pb-0 sm:flex-row sm:flex-wrap sm:items-center sm:justify-between"
    >
      <dl className="flex min-w-0 flex-wrap gap-x-3 gap-y-1 text-sm">
        {describeFile(t, quality, bytes).map(({ label, value }, index) => (
          <div key={label} className={index === 0 ? 'font-semibold' : 'text-muted'}>
            <dt className="sr-only">{label}</dt>
            <dd className="tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {isRunning ? (
        <RunningDownload name={`${name} ${quality.format}`} progress={progress} onCancel={onCancel} />
      ) : (
        <div className="flex flex-col gap-x-4 gap-y-2 sm:flex-row-reverse sm:items-center">
          <DownloadButton
            quality={quality}
            name={name}
            isVerified={isVerified}
            isSaved={isSaved}
            onDownload={onDownload}
          />
          {isSaved && (
            <p className="flex items-center gap-1 text-sm font-semibold text-good">
              <Check aria-hidden="true" className="size-4" />
              {t('action.saved')}
            </p>
          )}
        </div>
      )}
      <p role="status" className="w-full text-sm text-muted empty:hidden">
        {progress?.phase === 'browser' ? t('download.browser') : null}
      </p>
      <p role="alert" className="w-full text-sm text-accent empty:hidden">
        {wordFailure(t, progress)}
      </p>
    </li>
  );
}

function wordFailure(t: Translator, progress: DownloadProgress | undefined): string | null {
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
