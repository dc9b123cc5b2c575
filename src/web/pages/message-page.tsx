import type { ReactNode } from 'react';
import { useTranslator } from '../translation.tsx';
import { BrandMark } from '../ui/brand-mark.tsx';
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
      <div className="mx-auto flex min-h-[70dvh] max-w-5xl flex-col px-5 py-4 sm:px-8">
        <header>
          <a href="/" className="inline-flex items-center gap-3 rounded-lg text-lg font-bold">
            <BrandMark className="size-10" />
            {t('brand.name')}
          </a>
        </header>
        <main className="turn turn-end turn-last mt-4 grow px-7 py-20">
          <h1 className="text-4xl font-bold sm:text-5xl">{heading}</h1>
          {children}
        </main>
      </div>
      <SiteFooter isHome={false} />
    </>
  );
}
