import type { ReactNode } from 'react';
import type { PageLocation } from '../seo/page-urls.ts';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';

export function SiteFrame({ page, children }: { page: PageLocation; children: ReactNode }) {
  return (
    <>
      <div className="mx-auto max-w-5xl px-4 sm:px-8">
        <SiteHeader page={page} counter={null} />
        <main id="main">{children}</main>
      </div>
      <SiteFooter page={page} />
    </>
  );
}
