import type { ComponentType } from 'react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { onTestFinished } from 'vitest';
import { type RenderResult, render } from 'vitest-browser-react';
import { type Locale, localeTags } from '#i18n/locales.ts';
import { createTranslator, type Messages } from '#i18n/translator.ts';
import { TranslatorProvider } from '#web/translator.tsx';

interface PublicPageOptions {
  path: string;
  loaderData?: unknown;
  actionData?: unknown;
  locale?: Locale;
  /** Pattern of the route, if the page reads path parameters. */
  route?: string;
}

interface RenderedPublicPage {
  screen: RenderResult;
  currentPath(): string;
  go(delta: number): Promise<void>;
}

const messageFiles = import.meta.glob<Messages>('../../../src/i18n/messages/*.json', { import: 'default' });

async function loadMessages(locale: Locale): Promise<Messages> {
  const load = messageFiles[`../../../src/i18n/messages/${locale}.json`];
  if (!load) throw new Error(`there are no messages in ${locale}`);
  return load();
}

/** Renders a public route as a server response hydrates it, with the data of its loader and action. */
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
    <TranslatorProvider translator={createTranslator(locale, await loadMessages(locale))}>
      <RouterProvider router={router} />
    </TranslatorProvider>,
  );
  return {
    screen,
    currentPath: () => router.state.location.pathname + router.state.location.search,
    go: (delta) => router.navigate(delta),
  };
}
