import { useEffect } from 'react';
import { localizedPath } from '#i18n/localized-path.ts';
import { serviceWorkerPath } from '../../contract.ts';
import { Downloader, type DownloaderProps } from '../../downloader/downloader.tsx';
import { SiteFooter } from '../../layout/site-footer.tsx';
import { SiteHeader } from '../../layout/site-header.tsx';
import { useTranslator } from '../../translator.tsx';
import { ToastProvider } from '../../ui/toast/toast-provider.tsx';
import { StaticHomeSections } from './static-sections.tsx';

export interface HomeProps extends DownloaderProps {
  counterStart: number;
  contactEmail: string | null;
}

export function Home({ counterStart, contactEmail, ...downloader }: HomeProps) {
  const t = useTranslator();
  useOfflineHome(localizedPath(t.locale, '/'));
  return (
    <ToastProvider placement="top">
      <div className="mx-auto max-w-5xl px-4 sm:px-8">
        <SiteHeader page="/" counterStart={counterStart} />
        <main id="main">
          <section className="turn turn-end turn-first px-5 pt-10 pb-16 sm:px-12 sm:pt-16 sm:pb-24">
            <h1 className="max-w-2xl text-[2rem] leading-[1.1] font-bold sm:text-6xl">{t('hero.heading')}</h1>
            <p className="mt-4 max-w-xl text-lg text-muted">{t('hero.intro')}</p>
            <Downloader {...downloader} />
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
