import Check from 'lucide-react/icons/check';
import Download from 'lucide-react/icons/download';
import LockKeyhole from 'lucide-react/icons/lock-keyhole';
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
      className="flex flex-col gap-3 py-3 last:pb-0 sm:grid sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center"
    >
      <div className={`min-w-0 text-sm ${isRunning ? 'sm:col-span-2' : ''}`}>
        <dl className="flex flex-wrap gap-x-3 gap-y-1">
          {describeFile(t, quality, bytes).map(({ label, value }, index) => (
            <div key={label} className={index === 0 ? 'font-semibold' : 'text-muted'}>
              <dt className="sr-only">{label}</dt>
              <dd className="tabular-nums">{value}</dd>
            </div>
          ))}
        </dl>
        {isSaved && (
          <p className="mt-1 flex items-center gap-1 font-semibold text-good">
            <Check aria-hidden="true" className="size-4" />
            {t('action.saved')}
          </p>
        )}
      </div>
      {isRunning ? (
        <RunningDownload name={`${name} ${quality.format}`} progress={progress} onCancel={onCancel} />
      ) : (
        <DownloadButton
          quality={quality}
          name={name}
          isVerified={isVerified}
          isSaved={isSaved}
          onDownload={onDownload}
        />
      )}
      <p role="status" className="text-sm sm:col-span-2 text-muted empty:hidden">
        {progress?.phase === 'browser' ? t('download.browser') : null}
      </p>
      <p role="alert" className="text-sm sm:col-span-2 text-accent empty:hidden">
        {wordFailure(t, progress)}
      </p>
    </li>
  );
}

function wordFailure(t: Translator, progress: DownloadProgress | undefined): string | null {
  if (progress?.phase !== 'failed') return null;
  if (progress.reason === 'no_data') return t('download.no_data');
  // The server knows more: how long to wait, for instance.
  if (progress.sentence) return progress.sentence;
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
