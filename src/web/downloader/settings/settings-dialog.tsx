import X from 'lucide-react/icons/x';
import { useId, useLayoutEffect, useState } from 'react';
import type { MessageKey } from '#i18n/translator.ts';
import { useAppearance } from '../../appearance/appearance-context.ts';
import { applyTheme, type ThemeChoice, themeChoices } from '../../appearance/theme.ts';
import type { StorageError } from '../../browser/storage.ts';
import { useTranslator } from '../../translator.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FileNameSection } from './file-name-section.tsx';
import { HistorySection } from './history-section.tsx';
import { ImportExportSection } from './import-export-section.tsx';
import { settingsStore, useSettings } from './settings-store.ts';

export interface SettingsDialogProps {
  onClose: () => void;
  onOpenPost: (url: string) => void;
}

export function SettingsDialog({ onClose, onOpenPost }: SettingsDialogProps) {
  const t = useTranslator();
  const { settings, posts, storageError } = useSettings();
  // Used as a key: an import resets the field, which otherwise keeps the typed value.
  const [importCount, setImportCount] = useState(0);
  return (
    <Dialog title={t('form.settings')} onClose={onClose}>
      <button
        type="button"
        aria-label={t('action.close')}
        onClick={onClose}
        className="absolute end-3 top-3 flex size-11 cursor-pointer items-center justify-center rounded-lg text-muted hover:text-ink"
      >
        <X aria-hidden="true" className="size-5" />
      </button>
      <p className="mt-1 text-sm text-muted">{t('settings.device')}</p>
      <p role="status" className="mt-3 rounded-xl bg-tint px-4 py-3 text-sm empty:hidden">
        {storageError && t(storageErrorMessages[storageError])}
      </p>
      <ThemeSection theme={settings.theme} />
      <FileNameSection key={importCount} template={settings.template} />
      <HistorySection
        isEnabled={settings.history}
        posts={posts}
        onOpen={(url) => {
          onClose();
          onOpenPost(url);
        }}
      />
      <ImportExportSection settings={settings} onImported={() => setImportCount((count) => count + 1)} />
      <Button className="mt-8 w-full" onClick={onClose}>
        {t('settings.done')}
      </Button>
    </Dialog>
  );
}

const storageErrorMessages = {
  full: 'settings.storage.full',
  blocked: 'settings.storage.blocked',
} as const satisfies Record<StorageError, MessageKey>;

const themeLabels = {
  system: 'settings.theme.system',
  light: 'settings.theme.light',
  dark: 'settings.theme.dark',
} as const satisfies Record<ThemeChoice, MessageKey>;

function ThemeSection({ theme }: { theme: ThemeChoice | undefined }) {
  const t = useTranslator();
  const { defaultTheme } = useAppearance();
  const name = useId();
  // An import or another tab changes it too.
  useLayoutEffect(() => applyTheme(theme), [theme]);

  return (
    <fieldset className="mt-6 border-t border-line pt-5">
      <legend className="float-start w-full font-bold">{t('settings.theme.heading')}</legend>
      <div className="clear-both flex flex-wrap gap-2 pt-3">
        {themeChoices.map((choice) => (
          <label
            key={choice}
            className="flex min-h-11 grow cursor-pointer items-center gap-2 rounded-xl border border-field px-3 text-sm font-semibold has-checked:border-accent has-checked:bg-tint"
          >
            <input
              type="radio"
              name={name}
              checked={choice === (theme ?? defaultTheme)}
              onChange={() => settingsStore.updateSettings({ theme: choice })}
              className="size-4 shrink-0 cursor-pointer accent-accent"
            />
            {t(themeLabels[choice])}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
