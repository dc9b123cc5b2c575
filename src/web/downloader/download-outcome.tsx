import Check from 'lucide-react/icons/check';
import type { Translator } from '#i18n/translate.ts';
import { wordError } from '../error-messages.ts';
import { useTranslator } from '../translation.tsx';
import type { DownloadProgress } from './download-progress.ts';

/** That a file is saved, or has been handed to the phone. */
export function SavedMark({ progress }: { progress: DownloadProgress | undefined }) {
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

/** What else came of a download, told at once to who does not see it. */
export function DownloadOutcome({ progress }: { progress: DownloadProgress | undefined }) {
  const t = useTranslator();
  return (
    <>
      <p role="status" className="text-sm text-muted empty:hidden sm:col-span-2">
        {wordStatus(t, progress)}
      </p>
      <p role="alert" className="text-sm text-accent empty:hidden sm:col-span-2">
        {wordFailure(t, progress)}
      </p>
    </>
  );
}

function wordStatus(t: Translator, progress: DownloadProgress | undefined): string | null {
  if (progress?.phase === 'browser') return t('download.browser');
  if (progress?.phase !== 'ready') return null;
  return t(progress.isAskedAgain ? 'phone.again' : 'phone.tap');
}

function wordFailure(t: Translator, progress: DownloadProgress | undefined): string | null {
  if (progress?.phase !== 'failed') return null;
  if (progress.reason === 'no_data') return t('download.no_data');
  // The server knows more: how long to wait, for instance.
  if (progress.sentence) return progress.sentence;
  return progress.reason ? wordError(t, { code: progress.reason }) : t('download.error');
}
