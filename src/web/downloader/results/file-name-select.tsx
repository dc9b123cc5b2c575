import { useId, useState } from 'react';
import { filenameStyleNames, filenameStyles, findFilenameStyle } from '#filenames/styles.ts';
import { useHydrated } from '../../browser/use-hydrated.ts';
import { useTranslator } from '../../translator.tsx';
import { downloadFileName } from '../media/save-file.ts';
import { fileNameOptionLabels } from '../settings/file-names.ts';
import { settingsStore, useSettings } from '../settings/settings-store.ts';
import { usePostFilesContext } from './post-files.ts';

/** How files are named, with the name that the first one gets. */
export function FileNameSelect() {
  const t = useTranslator();
  const id = useId();
  const isHydrated = useHydrated();
  const { found, qualities, isUnlocked, getFileName } = usePostFilesContext();
  const { template } = useSettings().settings;
  const [savedAt] = useState(Date.now);
  const style = findFilenameStyle(template);
  // The select can lead back to it.
  const [ownTemplate, setOwnTemplate] = useState<string | null>(null);
  if (style === null && template !== ownTemplate) setOwnTemplate(template);
  const [first] = qualities;
  if (!isHydrated || !isUnlocked || !found.post || !first) return null;
  const example = downloadFileName(first, first.format, savedAt, getFileName(first));
  const options = [...filenameStyleNames, ...(ownTemplate === null ? [] : (['own'] as const))];
  return (
    <>
      <label htmlFor={id} className="text-sm text-muted max-sm:sr-only sm:ms-3">
        {t('settings.names.heading')}
      </label>
      <select
        id={id}
        value={style ?? 'own'}
        aria-describedby={`${id}-example`}
        onChange={(event) => {
          const chosen = options.find((option) => option === event.target.value);
          if (!chosen) return;
          settingsStore.updateSettings({
            template: chosen === 'own' ? (ownTemplate ?? '') : filenameStyles[chosen],
          });
        }}
        className="ms-auto min-h-11 max-w-full cursor-pointer sm:ms-0 rounded-xl border border-field bg-paper px-2 text-sm"
      >
        {options.map((option) => (
          <option key={option} value={option}>
            {t(fileNameOptionLabels[option])}
          </option>
        ))}
      </select>
      <p role="status" className="line-clamp-2 min-w-0 basis-full text-xs wrap-anywhere text-muted">
        <span id={`${id}-example`}>{t('settings.names.preview', { name: example })}</span>
      </p>
    </>
  );
}
