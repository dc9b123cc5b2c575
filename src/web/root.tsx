import { homeScripts } from 'virtual:home-scripts';
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
} from 'react-router';
import { localeTags } from '#i18n/locales.ts';
import { AdminErrorPage } from './admin/admin-error-page.tsx';
import { isPostNotFound, PostNotFoundPage } from './blog/post-not-found.tsx';
import type { MessageBundle } from './rendering/client-messages.ts';
import { DeferredScriptStarter, ModuleScript } from './rendering/deferred-scripts.tsx';
import { servicesContext } from './services.ts';
import { ApplicationErrorPage, NotFoundPage } from './site/error-pages.tsx';
import stylesUrl from './styles.css?url';
import { useTranslator } from './translator.tsx';

export function loader({ context }: LoaderFunctionArgs) {
  return { publicOrigin: context.get(servicesContext).publicOrigin };
}

export const shouldRevalidate = () => false;

/** Only pages whose route has this handle run scripts. `bundle` names their messages. */
export interface PageHandle {
  bundle: Exclude<MessageBundle, 'later'>;
}

function isPageHandle(handle: unknown): handle is PageHandle {
  return typeof handle === 'object' && handle !== null && 'bundle' in handle;
}

function usePageMessages(): PageHandle['bundle'] | null {
  const error = useRouteError() ?? null;
  const matches = useMatches();
  if (error !== null) return null;
  return matches.map(({ handle }) => handle).find(isPageHandle)?.bundle ?? null;
}

export function Layout({ children }: { children: ReactNode }) {
  const t = useTranslator();
  const bundle = usePageMessages();
  // Server only: by the time of hydration, `entry.client.tsx` has loaded the file.
  const files = import.meta.env.SSR && bundle ? messageFiles[t.locale] : undefined;
  const messageFile = bundle ? files?.[bundle] : undefined;
  return (
    <html
      lang={localeTags[t.locale]}
      dir="ltr"
      data-locale={t.locale}
      data-words={messageFile}
      data-later={bundle === 'start' ? files?.later : undefined}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="#fbfaf8" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#161311" media="(prefers-color-scheme: dark)" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        {/* `precedence` puts the stylesheet before all other links, so it blocks rendering. */}
        <link rel="stylesheet" href={stylesUrl} precedence="page" />
        <Links />
        {messageFile && <link rel="modulepreload" href={messageFile} />}
      </head>
      <body className="min-h-dvh font-sans antialiased">
        {children}
        {bundle && (
          <>
            {bundle === 'start' && homeScripts.length > 0 ? <ModuleScript urls={homeScripts} /> : <Scripts />}
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
    if (status === 401 || status === 403 || status === 503) return <AdminErrorPage status={status} />;
    if (status === 404 && isPostNotFound(data)) return <PostNotFoundPage translations={data.translations} />;
  }
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage />;
  return <ApplicationErrorPage message={error instanceof Error ? error.message : null} />;
}
