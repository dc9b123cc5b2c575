import Download from 'lucide-react/icons/download';
import LockKeyhole from 'lucide-react/icons/lock-keyhole';
import Square from 'lucide-react/icons/square';
import SquareCheck from 'lucide-react/icons/square-check';
import { type SubmitEvent, useId } from 'react';
import { maxZipBytes, maxZipFiles } from '#media/contract.ts';
import { useHydrated } from '../../browser/use-hydrated.ts';
import { useTranslator } from '../../translator.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { formatBytes } from '../media/format-media.ts';
import { groupMedia, type MediaItemFiles } from '../media/group-media.ts';
import { useWebShareSupport } from '../media/web-share.ts';
import { useSettings } from '../settings/settings-store.ts';
import { DownloadMessage, DownloadProgressBar, SavedLabel } from './download-status.tsx';
import { usePostFilesContext } from './post-files.ts';
import { ShareFileButton } from './share-file-button.tsx';
import { usePreservedFocus } from './use-preserved-focus.ts';
import { measureZipSelection, useZipSelection, type ZipSelection } from './zip-selection.ts';

/** What the bar downloads: the selected items as a ZIP. */
export interface ZipControls {
  formId: string;
  /** Undefined without a ZIP. */
  zipUrl: string | undefined;
  items: MediaItemFiles[];
  selection: ZipSelection;
}

export function useZipControls(): ZipControls {
  const { found, qualities } = usePostFilesContext();
  const items = groupMedia(qualities).flatMap((group) => group.items);
  const selection = useZipSelection(items.map(({ id }) => id));
  const { isOnlyWay } = useWebShareSupport();
  // A ZIP is too large to share, and links to files do not work there.
  return { formId: useId(), zipUrl: isOnlyWay ? undefined : found.zipUrl, items, selection };
}

/** Downloads the selected items as one ZIP, or the only item. */
export function DownloadBar({ zip }: { zip: ZipControls }) {
  const t = useTranslator();
  const { found, downloads, fileJob, isUnlocked, requireVerification, setDownloading, getBytes, zipJob } =
    usePostFilesContext();
  const isHydrated = useHydrated();
  const { zipUrl, items, selection } = zip;
  const selectedItems = items.filter(({ id }) => selection.has(id));
  const [only] = items;
  const isSingle = items.length === 1;
  const job = isSingle && only ? fileJob(only.best) : zipJob(selectedItems);
  const { sum, isTooLarge } = measureZipSelection(selectedItems.map(({ best }) => getBytes(best)));
  const count = selectedItems.length;
  const isDisabled = !isSingle && (count === 0 || isTooLarge);
  const progress = job ? downloads.getProgress(job) : undefined;
  const bar = usePreservedFocus<HTMLDivElement>(progress?.phase === 'running', 'button:last-of-type');
  if (!isSingle && !zipUrl)
    return found.zipUrl ? <p className="text-sm text-muted">{t('zip.impossible')}</p> : null;

  const start = () => {
    if (!job || isDisabled) return;
    setDownloading();
    downloads.start(job);
  };
  const size = sum !== null && <span className="whitespace-nowrap"> · {formatBytes(t, sum)}</span>;

  return (
    <div ref={bar} className="grid">
      {progress?.phase === 'running' && job ? (
        <DownloadProgressBar name={job.name} progress={progress} onCancel={() => downloads.cancel(job)} />
      ) : progress?.phase === 'ready' && job ? (
        <ShareFileButton job={job} />
      ) : (
        <ZipForm zip={zip} isSingle={isSingle} onStart={start}>
          {isUnlocked ? (
            <SubmitButton isSingle={isSingle} isDisabled={isDisabled} url={job?.url ?? ''}>
              {isSingle ? t('action.download') : isHydrated ? t('zip.download', { count }) : t('zip.plain')}
              {size}
            </SubmitButton>
          ) : (
            <Button aria-disabled onClick={requireVerification} className="min-w-0 grow">
              <LockKeyhole aria-hidden="true" className="size-5 shrink-0" />
              <span>
                {t('verification.first')}
                {size}
              </span>
            </Button>
          )}
        </ZipForm>
      )}
      {/* The card of a single item already announces it. */}
      <div aria-hidden={isSingle || undefined} className="text-sm *:mt-2">
        <SavedLabel progress={progress} />
        <DownloadMessage progress={progress} />
        <p role="status" className="text-muted empty:hidden">
          {isTooLarge && t('zip.too_many', { count: maxZipFiles, size: formatBytes(t, maxZipBytes) })}
        </p>
      </div>
    </div>
  );
}

/** Without JavaScript, a plain form in a new tab, so that an error does not replace the page. */
function ZipForm({
  zip: { formId, zipUrl, items, selection },
  isSingle,
  onStart,
  children,
}: {
  zip: ZipControls;
  isSingle: boolean;
  onStart: () => void;
  children: React.ReactNode;
}) {
  const t = useTranslator();
  const isHydrated = useHydrated();
  const { proof, isUnlocked } = usePostFilesContext();
  const { template } = useSettings().settings;
  const proofToken = 'token' in proof ? proof.token : null;
  const count = items.filter(({ id }) => selection.has(id)).length;
  const isAll = count === items.length;
  const SelectIcon = isAll ? SquareCheck : Square;
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    onStart();
  };
  return (
    <form
      id={formId}
      method="get"
      action={zipUrl}
      target="_blank"
      rel="noopener"
      onSubmit={onSubmit}
      aria-label={isSingle ? t('action.download') : t('zip.label')}
      className="flex items-center gap-x-3"
    >
      {proofToken !== null && <input type="hidden" name="pass" value={proofToken} />}
      {template !== '' && <input type="hidden" name="name" value={template} />}
      {!isSingle && isHydrated && isUnlocked && (
        <>
          <button
            type="button"
            onClick={isAll ? selection.selectNone : selection.selectAll}
            className="inline-flex min-h-11 min-w-11 shrink-0 cursor-pointer items-center justify-center gap-2 rounded-lg text-sm font-semibold text-muted hover:text-accent"
          >
            <SelectIcon aria-hidden="true" className="size-5" />
            <span className="sr-only sm:not-sr-only">{t(isAll ? 'zip.select_none' : 'zip.select_all')}</span>
          </button>
          <p role="status" className="sr-only">
            {t('zip.count', { count, total: items.length })}
          </p>
        </>
      )}
      {children}
    </form>
  );
}

function SubmitButton({
  isSingle,
  isDisabled,
  url,
  children,
}: {
  isSingle: boolean;
  isDisabled: boolean;
  url: string;
  children: React.ReactNode;
}) {
  const isHydrated = useHydrated();
  const content = (
    <>
      <Download aria-hidden="true" className="size-5 shrink-0" />
      <span>{children}</span>
    </>
  );
  if (isSingle && !isHydrated)
    return (
      <a href={url} className={buttonClass('primary', 'min-w-0 grow')}>
        {content}
      </a>
    );
  return (
    <Button type="submit" aria-disabled={isDisabled || undefined} className="min-w-0 grow">
      {content}
    </Button>
  );
}
