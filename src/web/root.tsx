import { messageFiles } from 'virtual:message-files';
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
import { RefusedPage } from './admin/refused-page.tsx';
import { isMissingPost } from './blog/missing-post.ts';
import { MissingPostPage } from './blog/missing-post-page.tsx';
import { pageLocale } from './page-locale.ts';
import { ApplicationErrorPage } from './pages/application-error-page.tsx';
import { NotFoundPage } from './pages/not-found-page.tsx';
import { ScriptStarter } from './script-starter.tsx';
import { servicesContext } from './services.ts';
import stylesAddress from './styles.css?url';
import { useTranslator } from './translation.tsx';

export function loader({ request, context }: LoaderFunctionArgs) {
  const locale = pageLocale(request, context);
  return {
    messageFile: messageFiles[locale] ?? null,
    publicOrigin: context.get(servicesContext).publicOrigin,
  };
}

/** It depends on the language alone, and another language is another document. */
export const shouldRevalidate = () => false;

/** A page whose route sets this handle runs scripts; any other is sent without. */
export interface PageHandle {
  interactive: true;
}

function useIsInteractive(): boolean {
  const error = useRouteError() ?? null;
  const handles = useMatches().map(({ handle }) => handle);
  return (
    error === null &&
    handles.some((handle) => typeof handle === 'object' && handle !== null && 'interactive' in handle)
  );
}

export function Layout({ children }: { children: ReactNode }) {
  const t = useTranslator();
  const messageFile = useRouteLoaderData<typeof loader>('root')?.messageFile;
  const isInteractive = useIsInteractive();
  return (
    <html lang={localeTags[t.locale]} dir="ltr" data-locale={t.locale}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="#fbfaf8" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#161311" media="(prefers-color-scheme: dark)" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        {/* The precedence puts it before all other links: nothing is painted without it. */}
        <link rel="stylesheet" href={stylesAddress} precedence="page" />
        <Links />
        {isInteractive && messageFile && <link rel="modulepreload" href={messageFile} />}
      </head>
      <body className="min-h-dvh font-sans antialiased">
        {children}
        {isInteractive && (
          <>
            <Scripts />
            <ScriptStarter />
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
  if (isRouteErrorResponse(error) && error.status === 404) {
    return isMissingPost(error.data) ? (
      <MissingPostPage elsewhere={error.data.elsewhere} />
    ) : (
      <NotFoundPage />
    );
  }
  if (isRouteErrorResponse(error) && (error.status === 401 || error.status === 403))
    return <RefusedPage status={error.status} />;
  return <ApplicationErrorPage message={error instanceof Error ? error.message : null} />;
}
