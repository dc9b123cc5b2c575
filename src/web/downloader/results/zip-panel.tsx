import FolderDown from 'lucide-react/icons/folder-down';
import LockKeyhole from 'lucide-react/icons/lock-keyhole';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { maxZipBytes, maxZipFiles } from '#media/contract.ts';
import { useHydrated } from '../../browser/use-hydrated.ts';
import { useTranslator } from '../../translator.tsx';
import { Button } from '../../ui/button.tsx';
import { formatBytes } from '../media/format-media.ts';
import type { MediaItemFiles } from '../media/group-media.ts';
import { useSettings } from '../settings/settings-store.ts';
import { usePostFilesContext } from './post-files.ts';
import { measureZipSelection, type ZipSelection } from './zip-selection.ts';

/** A plain form in a new tab: works without JavaScript, and an error response does not replace this page. */
export function ZipPanel({
  formId,
  zipUrl,
  items,
  selection,
}: {
  formId: string;
  zipUrl: string;
  items: readonly MediaItemFiles[];
  selection: ZipSelection;
}) {
  const t = useTranslator();
  const { proof, isUnlocked, requireVerification, getBytes, setDownloading, remember } =
    usePostFilesContext();
  const proofToken = 'token' in proof ? proof.token : null;
  const isHydrated = useHydrated();
  const { template } = useSettings().settings;
  const [hasStarted, setHasStarted] = useState(false);
  const selectedItems = items.filter(({ id }) => selection.has(id));
  const [count, total] = [selectedItems.length, items.length];
  const isAll = count === total;
  const { sum, isTooLarge } = measureZipSelection(selectedItems.map(({ best }) => getBytes(best)));
  const isDisabled = count === 0 || isTooLarge;
  const labelText = isHydrated ? t(isAll ? 'zip.all' : 'zip.selected', { count }) : t('zip.plain');
  const label: ReactNode = (
    <span className="text-balance">
      {labelText}
      {sum !== null && <span className="whitespace-nowrap"> · {formatBytes(t, sum)}</span>}
    </span>
  );

  const onSubmit = (event: SubmitEvent) => {
    if (isDisabled) return event.preventDefault();
    setHasStarted(true);
    setDownloading();
    remember();
  };

  return (
    <form
      id={formId}
      method="get"
      action={zipUrl}
      target="_blank"
      onSubmit={onSubmit}
      aria-label={t('zip.label')}
      className="rounded-3xl border border-line bg-surface p-4 shadow-sm"
      rel="noopener"
    >
      {proofToken !== null && <input type="hidden" name="pass" value={proofToken} />}
      {template !== '' && <input type="hidden" name="name" value={template} />}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="font-semibold">{t('zip.label')}</p>
        {isHydrated && (
          <p role="status" className="text-sm text-muted tabular-nums">
            {t('zip.count', { count, total })}
          </p>
        )}
      </div>
      <p className="text-sm text-muted">{t('zip.contents')}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        {isUnlocked ? (
          <Button type="submit" aria-disabled={isDisabled || undefined} className="grow sm:grow-0">
            <FolderDown aria-hidden="true" className="size-5 shrink-0" />
            {label}
          </Button>
        ) : (
          <Button aria-disabled onClick={requireVerification} className="grow sm:grow-0">
            <LockKeyhole aria-hidden="true" className="size-5 shrink-0" />
            {label}
          </Button>
        )}
        {isHydrated && (
          <Button
            variant="quiet"
            className="grow sm:grow-0"
            onClick={isAll ? selection.selectNone : selection.selectAll}
          >
            {t(isAll ? 'zip.select_none' : 'zip.select_all')}
          </Button>
        )}
      </div>
      <p role="status" className="mt-2 text-sm text-muted empty:hidden">
        {isTooLarge
          ? t('zip.too_many', { count: maxZipFiles, size: formatBytes(t, maxZipBytes) })
          : hasStarted && t('zip.started')}
      </p>
    </form>
  );
}

export function ZipItemCheckbox({
  formId,
  index,
  name,
  isSelected,
  onSelectedChange,
}: {
  formId: string;
  index: number;
  name: string;
  isSelected: boolean;
  onSelectedChange: (isSelected: boolean) => void;
}) {
  const t = useTranslator();
  return (
    <label className="-me-2.5 -mt-2.5 inline-flex size-11 shrink-0 cursor-pointer items-center justify-center">
      <span className="sr-only">{t('zip.choose', { name })}</span>
      <input
        type="checkbox"
        form={formId}
        name="item"
        value={index}
        checked={isSelected}
        onChange={(event) => onSelectedChange(event.target.checked)}
        className="size-5 cursor-pointer accent-accent"
      />
    </label>
  );
}
