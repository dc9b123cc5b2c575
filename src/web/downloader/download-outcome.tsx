import Check from 'lucide-react/icons/check';
import type { Translator } from '#i18n/translate.ts';
import { formatError } from '../error-messages.ts';
import { useTranslator } from '../translation.tsx';
import type { DownloadProgress } from './download-progress.ts';

export function SavedLabel({ progress }: { progress: DownloadProgress | undefined }) {
  const t = useTranslator();
  const isHandedOver = progress?.phase === 'handed_over';
  if (progress?.phase !== 'saved' && !isHandedOver) return null;
  return (
    <p className="mt-1 flex items-center gap-1 font-semibold text-good">
      <Check aria-hidden="true" className="size-4" />
      {t(isHandedOver ? 'phone.handed_over' : 'action.saved')}
    </p>
  );
}

/** Status and errors of a download, in live regions for screen readers. */
export function DownloadMessage({ progress }: { progress: DownloadProgress | undefined }) {
  const t = useTranslator();
  return (
    <>
      <p role="status" className="text-sm text-muted empty:hidden sm:col-span-2">
        {statusMessage(t, progress)}
      </p>
      <p role="alert" className="text-sm text-accent empty:hidden sm:col-span-2">
        {downloadErrorMessage(t, progress)}
      </p>
    </>
  );
}

function statusMessage(t: Translator, progress: DownloadProgress | undefined): string | null {
  if (progress?.phase === 'browser') return t('download.browser');
  if (progress?.phase !== 'ready') return null;
  return t(progress.isRetry ? 'phone.again' : 'phone.tap');
}

function downloadErrorMessage(t: Translator, progress: DownloadProgress | undefined): string | null {
  if (progress?.phase !== 'failed') return null;
  if (progress.reason === 'no_data') return t('download.no_data');
  // Prefer the server's message: it can say how long to wait, for instance.
  if (progress.sentence) return progress.sentence;
  return progress.reason ? formatError(t, { code: progress.reason }) : t('download.error');
}
