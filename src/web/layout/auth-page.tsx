import type { ReactNode } from 'react';
import { useTranslator } from '../translator.tsx';
import { SiteBrand } from './site-logo.tsx';

/** Part of every page's scripts, through the error page: keep its imports small. */
export function AuthPage({
  title,
  intro,
  width = 'max-w-md',
  children,
}: {
  title: string;
  intro?: string;
  width?: 'max-w-md' | 'max-w-4xl';
  children?: ReactNode;
}) {
  const t = useTranslator();
  return (
    <>
      <title>{`${title} | ${t('brand.name')}`}</title>
      <meta name="robots" content="noindex" />
      <div className={`mx-auto grid min-h-dvh grid-cols-1 ${width} content-center px-4 py-12`}>
        <main id="main" className="grid grid-cols-1">
          <a href="/" className="flex items-center gap-2.5 self-start rounded-lg text-lg font-bold">
            <SiteBrand markClass="size-9" logoClass="h-9 max-w-64" />
          </a>
          <h1 className="mt-8 text-3xl font-bold">{title}</h1>
          {intro && <p className="mt-2 text-pretty text-muted">{intro}</p>}
          {children}
        </main>
        <footer className="mt-12 border-t border-line pt-4 text-sm text-muted">
          <a href="/" className="inline-flex min-h-11 items-center font-semibold hover:text-accent">
            {t('nav.back_home')}
          </a>
          <p className="mt-2 text-pretty">{t('footer.disclaimer')}</p>
        </footer>
      </div>
    </>
  );
}
