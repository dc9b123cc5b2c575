import type { ReactNode } from 'react';
import type { PublicPage } from '../paths.ts';
import { PageHead, type PageView } from '../seo/page-head.tsx';
import type { WebPageInfo } from '../seo/structured-data.ts';
import { useTranslator } from '../translator.tsx';
import { Breadcrumbs } from './breadcrumbs.tsx';
import { SiteFrame } from './site-frame.tsx';

/** `name` is shown in the breadcrumbs, after the pages `between` the home page and this one. */
export function PageLayout({
  kind,
  person,
  page,
  title,
  description,
  view = null,
  name,
  between = [],
  image = null,
  heading,
  intro,
  children,
}: Omit<WebPageInfo, 'trail'> & {
  view?: PageView | null;
  name: string;
  between?: readonly { name: string; page: PublicPage }[];
  image?: ReactNode;
  heading: string;
  intro: string | null;
  children: ReactNode;
}) {
  const t = useTranslator();
  const trail = [{ name: t('nav.home'), page: '/' } as const, ...between, { name, page }];
  return (
    <>
      <PageHead
        page={page}
        title={title}
        description={description}
        subPage={{ kind, trail, ...(person && { person }) }}
        view={view}
      />
      <SiteFrame page={page}>
        <section className="turn turn-end turn-first px-5 pt-6 pb-12 sm:px-12 sm:pt-10 sm:pb-16">
          <Breadcrumbs between={between} current={name} />
          {image}
          <h1 className="mt-4 max-w-2xl text-4xl leading-[1.1] font-bold wrap-anywhere sm:text-5xl">
            {heading}
          </h1>
          {intro && <p className="mt-4 max-w-prose text-lg text-pretty text-muted">{intro}</p>}
        </section>
        {children}
      </SiteFrame>
    </>
  );
}
