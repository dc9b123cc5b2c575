import type { ReactNode } from 'react';
import { type ActionFunction, createMemoryRouter, type LoaderFunction } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { type RenderResult, render } from 'vitest-browser-react';
import type { Locale } from '#i18n/locales.ts';
import { createTranslator } from '#i18n/translator.ts';
import { messages } from '#test/support/messages.ts';
import { type Appearance, defaultAppearance } from '#web/appearance/appearance.ts';
import { AppearanceContext } from '#web/appearance/appearance-context.ts';
import { TranslatorProvider } from '#web/translator.tsx';
import { ToastProvider } from '#web/ui/toast/toast-provider.tsx';

interface ComponentOptions {
  locale?: Extract<Locale, 'en' | 'de' | 'th'>;
  path?: string;
  action?: ActionFunction;
  loader?: LoaderFunction;
  appearance?: Partial<Appearance>;
}

/** Renders a component as a page does: with router, messages, toasts and styles. */
export async function renderComponent(
  element: ReactNode,
  options: ComponentOptions = {},
): Promise<RenderResult> {
  const { locale = 'en', path = '/', action, loader } = options;
  const appearance = { ...defaultAppearance, ...options.appearance };
  const { pathname } = new URL(path, 'http://component.test');
  const translator = createTranslator(locale, messages[locale], appearance.siteName);
  const router = createMemoryRouter(
    [
      {
        path: pathname,
        element,
        hydrateFallbackElement: <p>loading</p>,
        ...(action && { action }),
        ...(loader && { loader }),
      },
      { path: '*', element: <p>another page</p> },
    ],
    { initialEntries: [path] },
  );
  return render(
    <TranslatorProvider translator={translator}>
      <AppearanceContext value={appearance}>
        <ToastProvider>
          <RouterProvider router={router} />
        </ToastProvider>
      </AppearanceContext>
    </TranslatorProvider>,
  );
}
