import FolderDown from 'lucide-react/icons/folder-down';
import LockKeyhole from 'lucide-react/icons/lock-keyhole';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { archiveBytesLimit, archiveFilesLimit } from '#media/contract.ts';
import { useTranslator } from '../translation.tsx';
import { Button } from '../ui/button.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
import { formatBytes } from './describe-media.ts';
import { type ItemOfPost, qualityKey } from './group-media.ts';
import { useDeviceMemory } from './settings/use-device-memory.ts';
import type { Chosen } from './use-chosen.ts';
import { weighChoice } from './weigh-choice.ts';

/**
 * All files of a post, or those that are ticked (`ChoiceBox`), as one ZIP. A plain form that leads to the file: the
 * browser shows how far it is, and scripts are not needed. A file closes the tab it was asked for in; a refusal stays
 * there, and the page with all it holds is not lost.
 */
export function ArchivePanel({
  formId,
  zipUrl,
  pass,
  items,
  chosen,
  sizes,
  isOpen,
  onLocked,
  onStart,
}: {
  formId: string;
  zipUrl: string;
  /** What a proof of work has won, where one is asked for. */
  pass: string | null;
  items: readonly ItemOfPost[];
  chosen: Chosen;
  /** Bytes by quality key, where the answer itself gave none. */
  sizes: ReadonlyMap<string, number>;
  isOpen: boolean;
  onLocked: () => void;
  onStart: () => void;
}) {
  const t = useTranslator();
  const isHydrated = useHydrated();
  const { template } = useDeviceMemory().settings;
  const [hasStarted, setHasStarted] = useState(false);
  const ticked = items.filter(({ id }) => chosen.has(id));
  const [count, total] = [ticked.length, items.length];
  const isAll = count === total;
  const { sum, isTooMuch } = weighChoice(
    ticked.map(({ best }) => best.bytes ?? sizes.get(qualityKey(best)) ?? null),
  );
  const isHeld = count === 0 || isTooMuch;
  const words = isHydrated ? t(isAll ? 'zip.all' : 'zip.chosen', { count }) : t('zip.plain');
  const label: ReactNode = (
    <span className="text-balance">
      {words}
      {sum !== null && <span className="whitespace-nowrap"> · {formatBytes(t, sum)}</span>}
    </span>
  );

  const onSubmit = (event: SubmitEvent) => {
    if (isHeld) return event.preventDefault();
    setHasStarted(true);
    onStart();
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
      {pass !== null && <input type="hidden" name="pass" value={pass} />}
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
        {isOpen ? (
          <Button type="submit" aria-disabled={isHeld || undefined} className="grow sm:grow-0">
            <FolderDown aria-hidden="true" className="size-5 shrink-0" />
            {label}
          </Button>
        ) : (
          <Button aria-disabled onClick={onLocked} className="grow sm:grow-0">
            <LockKeyhole aria-hidden="true" className="size-5 shrink-0" />
            {label}
          </Button>
        )}
        {isHydrated && (
          <Button
            variant="quiet"
            className="grow sm:grow-0"
            onClick={isAll ? chosen.chooseNone : chosen.chooseAll}
          >
            {t(isAll ? 'zip.select_none' : 'zip.select_all')}
          </Button>
        )}
      </div>
      <p role="status" className="mt-2 text-sm text-muted empty:hidden">
        {isTooMuch
          ? t('zip.over', { count: archiveFilesLimit, size: formatBytes(t, archiveBytesLimit) })
          : hasStarted && t('zip.started')}
      </p>
    </form>
  );
}

/** Ticks one item of the form named `formId`. */
export function ChoiceBox({
  formId,
  index,
  name,
  isChosen,
  onChoose,
}: {
  formId: string;
  index: number;
  name: string;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
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
        checked={isChosen}
        onChange={(event) => onChoose(event.target.checked)}
        className="size-5 cursor-pointer accent-accent"
      />
    </label>
  );
}
