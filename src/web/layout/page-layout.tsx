import type { ReactNode } from 'react';
import { PageHead, type PageView } from '../seo/page-head.tsx';
import type { WebPageInfo } from '../seo/structured-data.ts';
import { useTranslator } from '../translator.tsx';
import { Breadcrumbs } from './breadcrumbs.tsx';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';

/** `name` is shown in the breadcrumbs. */
export function PageLayout({
  kind,
  page,
  title,
  description,
  view = null,
  name,
  heading,
  intro,
  children,
}: Omit<WebPageInfo, 'trail'> & {
  view?: PageView | null;
  name: string;
  heading: string;
  intro: string;
  children: ReactNode;
}) {
  const t = useTranslator();
  const trail = [
    { name: t('nav.home'), page: '/' },
    { name, page },
  ] as const;
  return (
    <>
      <PageHead page={page} title={title} description={description} subPage={{ kind, trail }} view={view} />
      <div className="mx-auto max-w-5xl px-4 sm:px-8">
        <SiteHeader page={page} counterStart={null} />
        <main id="main">
          <section className="turn turn-end turn-first px-5 pt-6 pb-12 sm:px-12 sm:pt-10 sm:pb-16">
            <Breadcrumbs current={name} />
            <h1 className="mt-4 max-w-2xl text-4xl leading-[1.1] font-bold sm:text-5xl">{heading}</h1>
            <p className="mt-4 max-w-prose text-lg text-pretty text-muted">{intro}</p>
          </section>
          {children}
        </main>
      </div>
      <SiteFooter page={page} />
    </>
  );
}
