import { useEffect } from 'react';
import { localizedPath } from '#i18n/localized-path.ts';
import { serviceWorkerPath } from '../../contract.ts';
import type { Claim, HeaderCounter } from '../../layout/claims.ts';
import { SiteHeader } from '../../layout/site-header.tsx';
import { Island } from '../../rendering/island.tsx';
import { useTranslator } from '../../translator.tsx';
import { ToastProvider } from '../../ui/toast/toast-provider.tsx';
import { Downloader, type DownloaderProps } from '../downloader.tsx';
import { StaticHomeFooter, StaticHomeSections } from './static-sections.tsx';

export interface HomeProps extends DownloaderProps {
  counter: HeaderCounter | null;
  contactEmail: string | null;
  /** Server only. */
  claims?: readonly Claim[];
}

export function Home({ counter, contactEmail, claims = [], ...downloader }: HomeProps) {
  const t = useTranslator();
  useOfflineHome(localizedPath(t.locale, '/'));
  return (
    <ToastProvider placement="start">
      <div className="mx-auto max-w-5xl px-4 sm:px-8">
        <SiteHeader page="/" counter={counter} />
        <main id="main">
          <section className="turn turn-end turn-first px-5 pt-10 pb-16 sm:px-12 sm:pt-16 sm:pb-24">
            <h1 className="max-w-2xl text-[2rem] leading-[1.1] font-bold sm:text-6xl">{t('hero.heading')}</h1>
            <p className="mt-4 max-w-xl text-lg text-muted">{t('hero.intro')}</p>
            <Downloader {...downloader} />
          </section>
          <StaticHomeSections contactEmail={contactEmail} claims={claims} />
        </main>
      </div>
      <StaticHomeFooter />
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

export const homeIslandId = 'home';

/** The part of the page that `entries/home.tsx` hydrates. */
export function HomeIsland({ claims = [], ...props }: HomeProps) {
  return (
    <Island id={homeIslandId} props={props}>
      <Home {...props} claims={claims} />
    </Island>
  );
}
