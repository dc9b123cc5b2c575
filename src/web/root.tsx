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
import { RefusedPage } from './admin/refused-page.tsx';
import { isMissingPost } from './blog/missing-post.ts';
import { MissingPostPage } from './blog/missing-post-page.tsx';
import type { PageWords } from './page-words.ts';
import { ApplicationErrorPage } from './pages/application-error-page.tsx';
import { NotFoundPage } from './pages/not-found-page.tsx';
import { ScriptStarter } from './script-starter.tsx';
import { servicesContext } from './services.ts';
import stylesAddress from './styles.css?url';
import { useTranslator } from './translation.tsx';

export function loader({ context }: LoaderFunctionArgs) {
  return { publicOrigin: context.get(servicesContext).publicOrigin };
}

/** It is the same for every page. */
export const shouldRevalidate = () => false;

/** A page whose route sets this handle runs scripts, and they have these words; any other is sent without. */
export interface PageHandle {
  words: Exclude<PageWords, 'later'>;
}

function isPageHandle(handle: unknown): handle is PageHandle {
  return typeof handle === 'object' && handle !== null && 'words' in handle;
}

/** null where the page runs no scripts. */
function usePageWords(): PageHandle['words'] | null {
  const error = useRouteError() ?? null;
  const matches = useMatches();
  if (error !== null) return null;
  return matches.map(({ handle }) => handle).find(isPageHandle)?.words ?? null;
}

export function Layout({ children }: { children: ReactNode }) {
  const t = useTranslator();
  const words = usePageWords();
  // The server alone says it: `entry.client.tsx` has read it by the time this runs again.
  const files = import.meta.env.SSR && words ? messageFiles[t.locale] : undefined;
  const wordFile = words ? files?.[words] : undefined;
  return (
    <html
      lang={localeTags[t.locale]}
      dir="ltr"
      data-locale={t.locale}
      data-words={wordFile}
      data-later={words === 'start' ? files?.later : undefined}
      suppressHydrationWarning
    >
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
        {wordFile && <link rel="modulepreload" href={wordFile} />}
      </head>
      <body className="min-h-dvh font-sans antialiased">
        {children}
        {words && (
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
  // A page that is refused runs no scripts: no browser needs the code for it.
  if (import.meta.env.SSR && isRouteErrorResponse(error)) {
    const { status } = error;
    if (status === 401 || status === 403 || status === 503) return <RefusedPage status={status} />;
  }
  return <ApplicationErrorPage message={error instanceof Error ? error.message : null} />;
}
