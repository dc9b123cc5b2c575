import Square from 'lucide-react/icons/square';
import SquareCheck from 'lucide-react/icons/square-check';
import { type SubmitEvent, useCallback, useState } from 'react';
import { formatBytes } from '#i18n/format-units.ts';
import { maxZipBytes, maxZipFiles } from '#media/contract.ts';
import { useHydrated } from '../../browser/use-hydrated.ts';
import { useTranslator } from '../../translator.tsx';
import { groupMedia, type MediaItemFiles } from '../media/group-media.ts';
import { useWebShareSupport } from '../media/web-share.ts';
import { useSettings } from '../settings/settings-store.ts';
import { DownloadControl, StartButton } from './download-control.tsx';
import { DownloadMessage, SavedLabel } from './download-status.tsx';
import { type MediaFilter, matchesFilter } from './media-sections.ts';
import { usePostFilesContext } from './post-files.ts';
import { usePreservedFocus } from './use-preserved-focus.ts';

export type ZipSelection = ReturnType<typeof useZipSelection>;

/** The filter limits the selection: what it hides is neither downloaded nor changed by the buttons for all items. */
function useZipSelection(items: readonly MediaItemFiles[]) {
  const [excluded, setExcluded] = useState<ReadonlySet<string>>(new Set());
  const [chosenFilter, setFilter] = useState<MediaFilter>('all');
  const isMixed = (['video', 'image'] as const).every((type) =>
    items.some(({ best }) => matchesFilter(type, best.type)),
  );
  const filter = isMixed ? chosenFilter : 'all';
  const visibleItems = items.filter(({ best }) => matchesFilter(filter, best.type));
  const setSelected = useCallback((itemIds: readonly string[], isSelected: boolean) => {
    setExcluded((before) => {
      const after = new Set(before);
      for (const itemId of itemIds) {
        if (isSelected) after.delete(itemId);
        else after.add(itemId);
      }
      return after;
    });
  }, []);
  const selectVisible = (isSelected: boolean) =>
    setSelected(
      visibleItems.map(({ id }) => id),
      isSelected,
    );
  return {
    /** null without media of both kinds. */
    filter: isMixed ? filter : null,
    setFilter,
    visibleItems,
    selectedItems: visibleItems.filter(({ id }) => !excluded.has(id)),
    has: (itemId: string) => !excluded.has(itemId),
    setSelected: (itemId: string, isSelected: boolean) => setSelected([itemId], isSelected),
    selectAll: () => selectVisible(true),
    selectNone: () => selectVisible(false),
  };
}

type ZipControls = ReturnType<typeof useZipControls>;

/** What the bar downloads: the selected items as a ZIP. `formId`: the same on the server and in the browser. */
export function useZipControls(formId: string) {
  const { found, qualities } = usePostFilesContext();
  const items = groupMedia(qualities).flatMap((group) => group.items);
  const selection = useZipSelection(items);
  const { isOnlyWay } = useWebShareSupport();
  // A ZIP is too large to share, and links to files do not work there.
  return { formId, zipUrl: isOnlyWay ? undefined : found.zipUrl, items, selection };
}

/** Downloads the selected items as one ZIP, or the only item. */
export function DownloadBar({ zip }: { zip: ZipControls }) {
  const t = useTranslator();
  const { found, downloads, fileJob, getBytes, zipJob, isUnlocked } = usePostFilesContext();
  const isHydrated = useHydrated();
  const { zipUrl, items, selection } = zip;
  const { selectedItems } = selection;
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
    if (job && !isDisabled) downloads.start(job);
  };

  const form = (
    <ZipForm zip={zip} isSingle={isSingle} onStart={start}>
      <StartButton
        href={isSingle ? (job?.url ?? '') : undefined}
        type="submit"
        aria-disabled={isDisabled || undefined}
        className="min-w-0 grow max-sm:px-2! max-sm:py-0.5! max-sm:text-sm max-[22.5rem]:px-1! max-[22.5rem]:text-xs max-sm:[&>svg]:hidden"
        detail={
          <>
            {isSingle && job && <span className="sr-only"> {`${job.name} ${job.format}`}</span>}
            {sum !== null && (
              <span className={`whitespace-nowrap ${isSingle ? '' : 'max-[26rem]:block'}`}>
                <span className={isSingle ? '' : 'max-[26rem]:sr-only'}> · </span>
                {formatBytes(t, sum)}
              </span>
            )}
          </>
        }
      >
        {isSingle ? t('action.download') : isHydrated ? t('zip.download', { count }) : t('zip.plain')}
      </StartButton>
    </ZipForm>
  );

  return (
    // On a phone, the bar has one row: the sum, and then the download.
    <div ref={bar} className={`grid ${isUnlocked ? 'min-w-0 max-sm:grow' : 'max-sm:[.action-bar_&]:hidden'}`}>
      {job ? (
        <DownloadControl job={job} {...(!isSingle && { label: job.name })}>
          {form}
        </DownloadControl>
      ) : (
        form
      )}
      {/* What becomes of a single item stands in its card. */}
      {!isSingle && (
        <div className="text-sm *:mt-1">
          <SavedLabel progress={progress} />
          <DownloadMessage progress={progress} />
          <p role="status" className="text-muted empty:hidden">
            {isTooLarge && t('zip.too_many', { count: maxZipFiles, size: formatBytes(t, maxZipBytes) })}
          </p>
        </div>
      )}
    </div>
  );
}

/** Without JavaScript, a plain form in a new tab, so that an error does not replace the page. */
function ZipForm({
  zip: { formId, zipUrl, selection },
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
  const count = selection.selectedItems.length;
  const total = selection.visibleItems.length;
  const isAll = count === total;
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
      className="flex items-center gap-x-1 sm:gap-x-3"
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
            {t('zip.count', { count, total })}
          </p>
        </>
      )}
      {children}
    </form>
  );
}

/** `sum` is in bytes, or null if a size is unknown or nothing is selected. */
export function measureZipSelection(bytes: readonly (number | null)[]): {
  sum: number | null;
  isTooLarge: boolean;
} {
  const known = bytes.filter((size) => size !== null);
  const sum = known.reduce((total, size) => total + size, 0);
  return {
    sum: known.length === bytes.length && bytes.length > 0 ? sum : null,
    isTooLarge: sum > maxZipBytes,
  };
}
