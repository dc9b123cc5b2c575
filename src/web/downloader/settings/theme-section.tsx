import { useEffect, useId } from 'react';
import type { MessageKey } from '#i18n/translator.ts';
import { applyTheme, type Theme } from '../../theme.ts';
import { useTranslator } from '../../translator.tsx';
import { settingsStore } from './settings-store.ts';

const choices = [
  { theme: undefined, label: 'settings.theme.system' },
  { theme: 'light', label: 'settings.theme.light' },
  { theme: 'dark', label: 'settings.theme.dark' },
] as const satisfies readonly { theme: Theme | undefined; label: MessageKey }[];

export function ThemeSection({ theme }: { theme: Theme | undefined }) {
  const t = useTranslator();
  const name = useId();
  // An import or another tab changes it too.
  useEffect(() => applyTheme(theme), [theme]);

  return (
    <fieldset className="mt-6 border-t border-line pt-5">
      <legend className="float-start w-full font-bold">{t('settings.theme.heading')}</legend>
      <div className="clear-both flex flex-wrap gap-2 pt-3">
        {choices.map((choice) => (
          <label
            key={choice.label}
            className="flex min-h-11 grow cursor-pointer items-center gap-2 rounded-xl border border-field px-3 text-sm font-semibold has-checked:border-accent has-checked:bg-tint"
          >
            <input
              type="radio"
              name={name}
              checked={choice.theme === theme}
              onChange={() => settingsStore.updateSettings({ theme: choice.theme })}
              className="size-4 shrink-0 cursor-pointer accent-accent"
            />
            {t(choice.label)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
