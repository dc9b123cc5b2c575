import type { ReactNode } from 'react';
import { useTranslator } from '../../translator.tsx';
import { BrandMark } from '../../ui/logo.tsx';

/** Part of every page's scripts, through the error page: keep its imports small. */
export function AuthPage({
  title,
  intro,
  children,
}: {
  title: string;
  intro?: string;
  children?: ReactNode;
}) {
  const t = useTranslator();
  return (
    <>
      <title>{`${title} | ${t('brand.name')}`}</title>
      <meta name="robots" content="noindex" />
      <main id="main" className="mx-auto grid min-h-dvh max-w-md content-center px-4 py-12">
        <a href="/" className="flex items-center gap-2.5 self-start rounded-lg text-lg font-bold">
          <BrandMark className="size-9" />
          {t('brand.name')}
        </a>
        <h1 className="mt-8 text-3xl font-bold">{title}</h1>
        {intro && <p className="mt-2 text-pretty text-muted">{intro}</p>}
        {children}
      </main>
    </>
  );
}
