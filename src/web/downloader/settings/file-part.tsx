import { useId, useRef, useState } from 'react';
import type { Translator } from '#i18n/translate.ts';
import { useTranslator } from '../../translation.tsx';
import { Button } from '../../ui/button.tsx';
import { giveFile } from '../phone-sharing.ts';
import type { Settings } from './kept-shapes.ts';
import {
  type ReadSettingsFile,
  readSettingsFile,
  type SettingsFileFault,
  settingsFileLimitBytes,
  writeSettingsFile,
} from './settings-file.ts';
import { deviceMemory } from './use-device-memory.ts';

/** Settings out into a file, and in again: from this device, or from another. */
export function FilePart({ settings, onImported }: { settings: Settings; onImported: () => void }) {
  const t = useTranslator();
  const id = useId();
  const chooser = useRef<HTMLInputElement>(null);
  const [outcome, setOutcome] = useState<ReadSettingsFile | null>(null);
  const [nowRemembers, setNowRemembers] = useState(false);

  const take = async (file: File) => {
    const read = await readFile(file, settings.history);
    setOutcome(read);
    setNowRemembers(read.ok && !settings.history && read.value.settings?.history === true);
    if (!read.ok) return;
    deviceMemory.takeFile(read.value);
    onImported();
  };

  return (
    <section aria-labelledby={`${id}-heading`} className="mt-6 border-t border-line pt-5">
      <h3 id={`${id}-heading`} className="font-bold">
        {t('settings.file.heading')}
      </h3>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button variant="quiet" className="grow" onClick={() => exportSettings(settings)}>
          {t('settings.file.export')}
        </Button>
        <Button variant="quiet" className="grow" onClick={() => chooser.current?.click()}>
          {t('settings.file.import')}
        </Button>
        <input
          ref={chooser}
          type="file"
          accept=".json,application/json"
          hidden
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            // The same file may be chosen again.
            event.target.value = '';
            if (file) void take(file);
          }}
        />
      </div>
      <p role="status" className="mt-2 text-sm wrap-anywhere empty:hidden">
        {outcome && (
          <span className={`font-semibold ${outcome.ok ? 'text-good' : 'text-accent'}`}>
            {outcome.ok ? t('settings.file.imported') : wordFault(t, outcome.error)}
            {nowRemembers && ` ${t('settings.file.remembers')}`}
          </span>
        )}
      </p>
    </section>
  );
}

async function readFile(file: File, history: boolean): Promise<ReadSettingsFile> {
  if (file.size > settingsFileLimitBytes) return { ok: false, error: { code: 'too_large' } };
  try {
    return readSettingsFile(await file.text(), history);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    // Gone or forbidden since it was chosen: nothing of ours can be read in it.
    return { ok: false, error: { code: 'not_ours' } };
  }
}

function exportSettings(settings: Settings): void {
  const text = writeSettingsFile({ settings });
  giveFile(new File([text], 'unspool-settings.json', { type: 'application/json' }));
}

function wordFault(t: Translator, fault: SettingsFileFault): string {
  switch (fault.code) {
    case 'not_ours':
      return t('settings.file.not_ours');
    case 'too_large':
      return t('settings.file.too_large');
    case 'version':
      return t('settings.file.version');
    case 'posts_off':
      return t('settings.file.posts_off', { name: t('settings.posts.keep') });
    case 'field':
      return t('settings.file.field', { name: fault.name });
  }
}
