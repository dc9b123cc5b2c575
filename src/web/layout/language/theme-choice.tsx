import type { MessageKey } from '#i18n/translator.ts';
import { type ThemeChoice as Choice, themeChoices } from '../../appearance/theme.ts';
import { useTranslator } from '../../translator.tsx';
import { ServerHtml } from '../server-html.tsx';

const labels = {
  system: 'settings.theme.system',
  light: 'settings.theme.light',
  dark: 'settings.theme.dark',
} as const satisfies Record<Choice, MessageKey>;

/** `themeScript` handles the buttons and marks the chosen one, also on pages without React. */
export function ThemeChoice() {
  if (import.meta.env.SSR) {
    return (
      <div className="contents">
        <ThemeButtons />
      </div>
    );
  }
  return <ServerHtml />;
}

function ThemeButtons() {
  const t = useTranslator();
  return (
    <fieldset className="mt-2 border-t border-line pt-2 noscript:hidden">
      <legend className="float-start w-full px-3 pb-1 text-sm font-semibold text-muted">
        {t('settings.theme.heading')}
      </legend>
      <div className="clear-both grid grid-cols-3 gap-1">
        {themeChoices.map((choice) => (
          <button
            key={choice}
            type="button"
            data-theme-choice={choice}
            aria-pressed={choice === 'system'}
            className="min-h-11 cursor-pointer rounded-lg border border-transparent px-1 text-sm hover:text-accent aria-pressed:border-accent aria-pressed:bg-tint aria-pressed:font-semibold aria-pressed:text-accent-strong"
          >
            {t(labels[choice])}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
