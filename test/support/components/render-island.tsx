import type { ReactNode } from 'react';
import { type RenderResult, render } from 'vitest-browser-react';
import type { Locale } from '#i18n/locales.ts';
import { createTranslator } from '#i18n/translator.ts';
import { messages } from '#test/support/messages.ts';
import { type Appearance, defaultAppearance } from '#web/appearance/appearance.ts';
import { AppearanceContext } from '#web/appearance/appearance-context.ts';
import { TranslatorProvider } from '#web/translator.tsx';
import { ToastProvider } from '#web/ui/toast/toast-provider.tsx';

export interface IslandOptions {
  locale?: Extract<Locale, 'en' | 'de' | 'th'>;
  appearance?: Partial<Appearance>;
}

/** Renders a component as a page without the router does: with messages, toasts and styles. */
export function renderIsland(element: ReactNode, options: IslandOptions = {}): Promise<RenderResult> {
  const { locale = 'en' } = options;
  const appearance = { ...defaultAppearance, ...options.appearance };
  const translator = createTranslator(locale, messages[locale], appearance.siteName);
  return render(
    <TranslatorProvider translator={translator}>
      <AppearanceContext value={appearance}>
        <ToastProvider>{element}</ToastProvider>
      </AppearanceContext>
    </TranslatorProvider>,
  );
}
