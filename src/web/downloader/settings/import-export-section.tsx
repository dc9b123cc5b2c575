import { useId, useRef, useState } from 'react';
import type { Translator } from '#i18n/translator.ts';
import { useTranslator } from '../../translator.tsx';
import { Button } from '../../ui/button.tsx';
import { saveOrShareFile } from '../media/web-share.ts';
import {
  parseSettingsFile,
  type SettingsFileError,
  type SettingsFileResult,
  serializeSettingsFile,
  settingsFileLimitBytes,
} from './settings-file.ts';
import type { DownloaderSettings } from './settings-schema.ts';
import { settingsStore } from './settings-store.ts';

export function ImportExportSection({
  settings,
  onImported,
}: {
  settings: DownloaderSettings;
  onImported: () => void;
}) {
  const t = useTranslator();
  const id = useId();
  const fileInput = useRef<HTMLInputElement>(null);
  const [outcome, setOutcome] = useState<SettingsFileResult | null>(null);
  const [hasEnabledHistory, setHasEnabledHistory] = useState(false);

  const importFile = async (file: File) => {
    const result = await readFile(file, settings.history);
    setOutcome(result);
    setHasEnabledHistory(result.ok && !settings.history && result.value.settings?.history === true);
    if (!result.ok) return;
    settingsStore.importFile(result.value);
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
        <Button variant="quiet" className="grow" onClick={() => fileInput.current?.click()}>
          {t('settings.file.import')}
        </Button>
        <input
          ref={fileInput}
          type="file"
          accept=".json,application/json"
          hidden
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            // Reset, or choosing the same file again would fire no change event.
            event.target.value = '';
            if (file) void importFile(file);
          }}
        />
      </div>
      <p role="status" className="mt-2 text-sm wrap-anywhere empty:hidden">
        {outcome && (
          <span className={`font-semibold ${outcome.ok ? 'text-good' : 'text-accent'}`}>
            {outcome.ok ? t('settings.file.imported') : settingsFileErrorMessage(t, outcome.error)}
            {hasEnabledHistory && ` ${t('settings.file.remembers')}`}
          </span>
        )}
      </p>
    </section>
  );
}

async function readFile(file: File, history: boolean): Promise<SettingsFileResult> {
  if (file.size > settingsFileLimitBytes) return { ok: false, error: { code: 'too_large' } };
  try {
    return parseSettingsFile(await file.text(), history);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    // The file was deleted or became unreadable after it was chosen.
    return { ok: false, error: { code: 'not_ours' } };
  }
}

function exportSettings(settings: DownloaderSettings): void {
  const text = serializeSettingsFile({ settings });
  saveOrShareFile(new File([text], 'unspool-settings.json', { type: 'application/json' }));
}

function settingsFileErrorMessage(t: Translator, error: SettingsFileError): string {
  switch (error.code) {
    case 'not_ours':
      return t('settings.file.not_ours');
    case 'too_large':
      return t('settings.file.too_large');
    case 'version':
      return t('settings.file.version');
    case 'posts_off':
      return t('settings.file.posts_off', { name: t('settings.posts.remember') });
    case 'field':
      return t('settings.file.field', { name: error.name });
  }
}
