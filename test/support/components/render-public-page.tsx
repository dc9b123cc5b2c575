import type { ComponentType } from 'react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { onTestFinished } from 'vitest';
import { type RenderResult, render } from 'vitest-browser-react';
import { type Locale, localeTags } from '#i18n/locales.ts';
import { createTranslator, type Messages } from '#i18n/translate.ts';
import { TranslationProvider } from '#web/translation.tsx';

interface PublicPageOptions {
  /** Path and query, as in the address bar. */
  path: string;
  /** What the loader of the page returned. */
  loaderData?: unknown;
  /** What its action returned, where a form has just been answered. */
  actionData?: unknown;
  locale?: Locale;
  /** Pattern of the route, where the page reads parameters of its path. */
  route?: string;
}

interface RenderedPublicPage {
  screen: RenderResult;
  /** Path and query now. */
  address(): string;
  /** Walks through the history: -1 is one step back. */
  go(delta: number): Promise<void>;
}

const messageFiles = import.meta.glob<Messages>('../../../src/i18n/messages/*.json', { import: 'default' });

async function loadMessages(locale: Locale): Promise<Messages> {
  const load = messageFiles[`../../../src/i18n/messages/${locale}.json`];
  if (!load) throw new Error(`there are no messages in ${locale}`);
  return load();
}

/** Renders the component of a public route as the server's response starts it: with the data of its loader and action. */
export async function renderPublicPage(
  Page: ComponentType,
  { path, loaderData = null, actionData, locale = 'en', route }: PublicPageOptions,
): Promise<RenderedPublicPage> {
  const { pathname } = new URL(path, 'http://component.test');
  const router = createMemoryRouter(
    [
      {
        id: 'page',
        path: route ?? pathname,
        Component: Page,
        loader: () => loaderData,
        shouldRevalidate: () => false,
      },
      { path: '*', element: <p>another page</p> },
    ],
    {
      initialEntries: [path],
      hydrationData: {
        loaderData: { page: loaderData },
        ...(actionData !== undefined && { actionData: { page: actionData } }),
      },
    },
  );
  onTestFinished(() => router.dispose());
  document.documentElement.lang = localeTags[locale];
  const screen = await render(
    <TranslationProvider translator={createTranslator(locale, await loadMessages(locale))}>
      <RouterProvider router={router} />
    </TranslationProvider>,
  );
  return {
    screen,
    address: () => router.state.location.pathname + router.state.location.search,
    go: (delta) => router.navigate(delta),
  };
}
