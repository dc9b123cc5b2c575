import type { ComponentType } from 'react';
import { createMemoryRouter, Outlet } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { onTestFinished } from 'vitest';
import { type RenderResult, render } from 'vitest-browser-react';
import de from '#i18n/messages/de.json' with { type: 'json' };
import en from '#i18n/messages/en.json' with { type: 'json' };
import th from '#i18n/messages/th.json' with { type: 'json' };
import { createTranslator } from '#i18n/translator.ts';
import { TranslatorProvider } from '#web/translator.tsx';
import { ToastProvider } from '#web/ui/toast/toast-provider.tsx';

interface AdminPageOptions {
  path: string;
  loaderData: unknown;
  actionData?: unknown;
  allowedPaths?: readonly string[];
  locale?: 'en' | 'de' | 'th';
}

export interface RenderedAdminPage {
  screen: RenderResult;
  currentPath(): string;
  goBack(): Promise<void>;
}

const messages = { en, de, th };

export const ownerPages = [
  '/admin/blog',
  '/admin/categories',
  '/admin/tags',
  '/admin/translation',
  '/admin/people',
  '/admin/keys',
  '/admin/account',
];

/** Renders an admin route as a server response hydrates it, with the data of its loader and action. */
export async function renderAdminPage(
  Page: ComponentType,
  { path, loaderData, actionData, allowedPaths = ownerPages, locale = 'en' }: AdminPageOptions,
): Promise<RenderedAdminPage> {
  const { pathname } = new URL(path, 'http://component.test');
  const shouldRevalidate = () => false;
  const layoutData = { allowedPaths };
  const router = createMemoryRouter(
    [
      {
        id: 'admin/layout',
        element: (
          <ToastProvider>
            <Outlet />
          </ToastProvider>
        ),
        loader: () => layoutData,
        shouldRevalidate,
        children: [
          { id: 'page', path: pathname, Component: Page, loader: () => loaderData, shouldRevalidate },
        ],
      },
      { path: '*', element: <p>another page</p> },
    ],
    {
      initialEntries: [path],
      hydrationData: {
        loaderData: { 'admin/layout': layoutData, page: loaderData },
        ...(actionData !== undefined && { actionData: { page: actionData } }),
      },
    },
  );
  onTestFinished(() => router.dispose());
  document.documentElement.lang = locale;
  const screen = await render(
    <TranslatorProvider translator={createTranslator(locale, messages[locale])}>
      <RouterProvider router={router} />
    </TranslatorProvider>,
  );
  return {
    screen,
    currentPath: () => router.state.location.pathname + router.state.location.search,
    goBack: () => router.navigate(-1),
  };
}
