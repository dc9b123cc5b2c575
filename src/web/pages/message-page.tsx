import type { ReactNode } from 'react';
import { localizedPath } from '#i18n/localized-path.ts';
import { useTranslator } from '../translation.tsx';
import { UnwindingSpool } from '../ui/brand-mark.tsx';
import { SiteFooter } from './site-footer.tsx';

/** A page that says one thing: nothing here, or something broke. */
export function MessagePage({
  title,
  heading,
  children,
}: {
  title: string;
  heading: string;
  children: ReactNode;
}) {
  const t = useTranslator();
  return (
    <>
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <div className="mx-auto flex min-h-[70dvh] max-w-5xl flex-col px-4 py-4 sm:px-8">
        <header className="flex pb-4">
          <a
            href={localizedPath(t.locale, '/')}
            className="inline-flex items-end gap-3 rounded-lg text-xl font-bold tracking-tight"
          >
            <UnwindingSpool />
            <span className="pb-1">{t('brand.name')}</span>
          </a>
        </header>
        <main className="turn turn-end turn-first turn-last grow px-7 py-16 sm:px-12">
          <h1 className="text-4xl font-bold sm:text-5xl">{heading}</h1>
          {children}
        </main>
      </div>
      <SiteFooter page={null} />
    </>
  );
}
