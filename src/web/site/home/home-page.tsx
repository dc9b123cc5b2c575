import { useEffect } from 'react';
import { data, type HeadersArgs, type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router';
import { localizedPath, splitLocale } from '#i18n/localized-path.ts';
import { serverTranslator } from '#i18n/server-translator.ts';
import { type MediaErrorCode, mediaErrorCodes } from '#media/contract.ts';
import { serviceWorkerPath } from '../../contract.ts';
import { Downloader } from '../../downloader/downloader.tsx';
import { handleExtractionForm } from '../../downloader/extraction-form-action.ts';
import { readInitialLink } from '../../downloader/initial-link.ts';
import { formatError } from '../../error-messages.ts';
import { randomCounterStart } from '../../layout/download-counter.tsx';
import { SiteFooter } from '../../layout/site-footer.tsx';
import { SiteHeader } from '../../layout/site-header.tsx';
import { noStoreHeaders } from '../../request-contract.ts';
import type { PageHandle } from '../../root.tsx';
import { PageHead } from '../../seo/page-head.tsx';
import { servicesContext } from '../../services.ts';
import { useTranslator } from '../../translator.tsx';
import { ToastProvider } from '../../ui/toast/toast-provider.tsx';
import { requireKnownLocale } from '../require-known-locale.ts';
import { StaticHomeSections } from './static-sections.tsx';

export const handle: PageHandle = { bundle: 'start' };

function isMediaErrorCode(text: string | null): text is MediaErrorCode {
  return mediaErrorCodes.some((code) => code === text);
}

export function loader(args: LoaderFunctionArgs) {
  requireKnownLocale(args);
  const services = args.context.get(servicesContext);
  const { pathname, searchParams } = new URL(args.request.url);
  const problem = searchParams.get('problem');
  const t = serverTranslator(splitLocale(pathname).locale);
  const initialLink = readInitialLink(searchParams);
  const page = {
    counterStart: randomCounterStart(services.random),
    contactEmail: services.contactEmail,
    problem: isMediaErrorCode(problem) ? { text: formatError(t, { code: problem }), post: null } : null,
    initialLink,
  };
  return data(page, initialLink === null ? undefined : { headers: noStoreHeaders });
}

export function headers({ loaderHeaders }: HeadersArgs) {
  return loaderHeaders;
}

export async function action(args: LoaderFunctionArgs) {
  requireKnownLocale(args);
  const { locale } = splitLocale(new URL(args.request.url).pathname);
  return handleExtractionForm(args.request, locale, args.context.get(servicesContext));
}

export default function HomePage() {
  const t = useTranslator();
  const { counterStart, contactEmail, problem, initialLink } = useLoaderData<typeof loader>();
  const formResult = useActionData<typeof action>();
  useOfflineHome(localizedPath(t.locale, '/'));
  return (
    <ToastProvider placement="top">
      <PageHead page="/" title={t('home.title')} description={t('home.description')} subPage={null} />
      <div className="mx-auto max-w-5xl px-4 sm:px-8">
        <SiteHeader page="/" counterStart={counterStart} />
        <main id="main">
          <section className="turn turn-end turn-first px-5 pt-10 pb-16 sm:px-12 sm:pt-16 sm:pb-24">
            <h1 className="max-w-2xl text-[2rem] leading-[1.1] font-bold sm:text-6xl">{t('hero.heading')}</h1>
            <p className="mt-4 max-w-xl text-lg text-muted">{t('hero.intro')}</p>
            <Downloader problem={problem} formResult={formResult ?? null} initialLink={initialLink} />
          </section>
          <StaticHomeSections contactEmail={contactEmail} />
        </main>
      </div>
      <SiteFooter page="/" />
    </ToastProvider>
  );
}

function useOfflineHome(path: string): void {
  useEffect(() => {
    if (import.meta.env.DEV || !('serviceWorker' in navigator)) return;
    // Not every browser has requestIdleCallback.
    const wait = window.requestIdleCallback ?? ((callback: () => void) => setTimeout(callback, idleDelayMs));
    const cancel = window.cancelIdleCallback ?? clearTimeout;
    const handle = wait(() => void cacheHomePage(path));
    return () => cancel(handle);
  }, [path]);
}

const idleDelayMs = 2000;

async function cacheHomePage(path: string): Promise<void> {
  try {
    await navigator.serviceWorker.register(serviceWorkerPath);
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage(path);
  } catch {
    // Storage is disabled or full: the page works, but not offline.
  }
}
