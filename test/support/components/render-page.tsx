import type { ComponentType } from 'react';
import { createMemoryRouter, Outlet, type RouteObject } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { onTestFinished } from 'vitest';
import { type RenderResult, render } from 'vitest-browser-react';
import { type Locale, localeTags } from '#i18n/locales.ts';
import { createTranslator } from '#i18n/translator.ts';
import { loadMessages } from '#test/support/messages.ts';
import { AdminContext, type AdminFrame } from '#web/admin/admin-page.tsx';
import { TranslatorProvider } from '#web/translator.tsx';
import { ToastProvider } from '#web/ui/toast/toast-provider.tsx';

interface PageOptions {
  path: string;
  loaderData?: unknown;
  actionData?: unknown;
  locale?: Locale;
  /** Pattern of the route, if the page reads path parameters. */
  route?: string;
}

interface RenderedPage {
  screen: RenderResult;
  currentPath(): string;
  go(delta: number): Promise<void>;
}

/** Renders a public route as a server response hydrates it, with the data of its loader and action. */
export function renderPublicPage(Page: ComponentType, options: PageOptions): Promise<RenderedPage> {
  return renderRoutes((page) => page, Page, options);
}

async function renderRoutes(
  wrap: (page: RouteObject) => RouteObject,
  Page: ComponentType,
  { path, loaderData = null, actionData, locale = 'en', route }: PageOptions,
  layoutData?: unknown,
): Promise<RenderedPage> {
  const page: RouteObject = {
    id: 'page',
    path: route ?? new URL(path, 'http://component.test').pathname,
    Component: Page,
    loader: () => loaderData,
    shouldRevalidate: () => false,
  };
  const router = createMemoryRouter([wrap(page), { path: '*', element: <p>another page</p> }], {
    initialEntries: [path],
    hydrationData: {
      loaderData: { 'admin/layout': layoutData, page: loaderData },
      ...(actionData !== undefined && { actionData: { page: actionData } }),
    },
  });
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

export const ownerPages = [
  '/admin/blog',
  '/admin/review',
  '/admin/inbox',
  '/admin/pages',
  '/admin/categories',
  '/admin/tags',
  '/admin/translation',
  '/admin/figures',
  '/admin/people',
  '/admin/keys',
  '/admin/account',
];

/** The same for a route of the administration. */
export function renderAdminPage(
  Page: ComponentType,
  {
    allowedPaths = ownerPages,
    newMessages = 0,
    isThreadsChanging = false,
    ...options
  }: PageOptions & Partial<AdminFrame>,
): Promise<RenderedPage> {
  const layoutData = { allowedPaths, newMessages, isThreadsChanging };
  const wrap = (page: RouteObject): RouteObject => ({
    id: 'admin/layout',
    element: (
      <AdminContext value={layoutData}>
        <ToastProvider>
          <Outlet />
        </ToastProvider>
      </AdminContext>
    ),
    loader: () => layoutData,
    shouldRevalidate: () => false,
    children: [page],
  });
  return renderRoutes(wrap, Page, options, layoutData);
}
