import { messageFiles } from 'virtual:message-files';
import { pageScripts } from 'virtual:page-scripts';
import type { ReactNode } from 'react';
import {
  isRouteErrorResponse,
  Links,
  type LoaderFunctionArgs,
  Outlet,
  Scripts,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from 'react-router';
import { localeTags } from '#i18n/locales.ts';
import { splitLocale } from '#i18n/localized-path.ts';
import { AdminErrorPage } from './admin/admin-error-page.tsx';
import { serializeAppearance } from './appearance/appearance.ts';
import { useAppearance } from './appearance/appearance-context.ts';
import { themeColors } from './appearance/theme.ts';
import { PostNotFoundPage } from './blog/post-not-found.tsx';
import { type CustomPageLink, CustomPagesContext } from './layout/custom-pages.ts';
import { DeferredScriptStarter, ModuleScript } from './rendering/deferred-scripts.tsx';
import { isPageHandle, type PageHandle } from './rendering/page-handle.ts';
import { otherOriginHeader } from './request-contract.ts';
import { isPostNotFound } from './requests/not-found.ts';
import type { RootHeadData } from './seo/page-head.tsx';
import { servicesContext } from './services.ts';
import { ApplicationErrorPage, NotFoundPage } from './site/error-pages.tsx';
import { isOtherOrigin, OtherOriginPage, otherOriginError } from './site/other-origin-page.tsx';
import { getSiteIcons } from './site-icons.ts';
import stylesUrl from './styles.css?url';
import { useTranslator } from './translator.tsx';

interface RootData extends RootHeadData {
  customPages: CustomPageLink[];
}

export async function loader({ request, context }: LoaderFunctionArgs): Promise<RootData> {
  const { blog, publicOrigin } = context.get(servicesContext);
  const { locale, path } = splitLocale(new URL(request.url).pathname);
  const isAdmin = /^\/admin(\/|$)/.test(path);
  if (request.headers.has(otherOriginHeader)) throw otherOriginError({ publicOrigin, isAdmin });
  // The downloader works without the database.
  const pages = isAdmin ? [] : await blog.listPages(locale).catch(() => []);
  const customPages = pages
    .flatMap((translations) => translations.filter((page) => page.locale === locale))
    .map(({ slug, title }) => ({ slug, title }));
  return { publicOrigin, customPages };
}

export const shouldRevalidate = () => false;

function usePageHandle(): PageHandle | null {
  const error = useRouteError() ?? null;
  const matches = useMatches();
  if (error !== null) return null;
  return matches.map(({ handle }) => handle).find(isPageHandle) ?? null;
}

export function Layout({ children }: { children: ReactNode }) {
  const t = useTranslator();
  const appearance = useAppearance();
  const { defaultTheme, icon, stylesheet } = appearance;
  const theme = defaultTheme === 'system' ? undefined : defaultTheme;
  const { favicon } = getSiteIcons(icon);
  const page = usePageHandle();
  const customPages = useRouteLoaderData<typeof loader>('root')?.customPages ?? [];
  const bundle = page?.bundle;
  const scripts = page?.entry ? pageScripts[page.entry] : [];
  // Server only: by the time of hydration, `entry.client.tsx` has loaded the file.
  const files = import.meta.env.SSR && bundle ? messageFiles[t.locale] : undefined;
  const messageFile = bundle ? files?.[bundle] : undefined;
  const laterFile = bundle === 'start' ? files?.later : bundle === 'editor' ? files?.admin : undefined;
  return (
    <html
      lang={localeTags[t.locale]}
      dir="ltr"
      data-locale={t.locale}
      data-scripts={page ? (page.entry ?? 'router') : undefined}
      data-words={messageFile}
      data-site={serializeAppearance(appearance)}
      data-theme={theme}
      data-default-theme={theme}
      data-later={laterFile}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {theme && <meta name="theme-color" content={themeColors[theme]} />}
        <meta name="theme-color" content="#fbfaf8" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#161311" media="(prefers-color-scheme: dark)" />
        <link rel="icon" {...favicon} />
        {/* `precedence` puts the stylesheet before all other links, so it blocks rendering. */}
        <link rel="stylesheet" href={stylesUrl} precedence="page" />
        {stylesheet && <link rel="stylesheet" href={stylesheet} />}
        <Links />
        {messageFile && <link rel="modulepreload" href={messageFile} />}
      </head>
      <body className="min-h-dvh font-sans antialiased">
        <CustomPagesContext value={customPages}>{children}</CustomPagesContext>
        {page && (
          <>
            {scripts.length > 0 ? <ModuleScript urls={scripts} /> : <Scripts />}
            <DeferredScriptStarter />
          </>
        )}
      </body>
    </html>
  );
}

export default function App() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: { error: unknown }) {
  // These error pages run no scripts, so the client bundle doesn't need them.
  if (import.meta.env.SSR && isRouteErrorResponse(error)) {
    const { status, data } = error;
    if (isOtherOrigin(data)) return <OtherOriginPage {...data} />;
    if (status === 401 || status === 403 || status === 503) return <AdminErrorPage status={status} />;
    if (status === 404 && isPostNotFound(data)) return <PostNotFoundPage {...data} />;
  }
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage />;
  return <ApplicationErrorPage message={error instanceof Error ? error.message : null} />;
}
