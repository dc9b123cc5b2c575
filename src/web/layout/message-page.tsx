import type { ReactNode } from 'react';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';

export function MessagePage({
  title,
  heading,
  children,
}: {
  title: string;
  heading: string;
  children: ReactNode;
}) {
  return (
    <>
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <div className="mx-auto flex min-h-[70dvh] max-w-5xl flex-col px-4 sm:px-8">
        <SiteHeader page={null} counter={null} />
        <main id="main" className="turn turn-end turn-first turn-last grow px-5 py-16 sm:px-12 sm:py-24">
          <h1 className="max-w-2xl text-4xl leading-[1.1] font-bold sm:text-5xl">{heading}</h1>
          {children}
        </main>
      </div>
      <SiteFooter page={null} />
    </>
  );
}
