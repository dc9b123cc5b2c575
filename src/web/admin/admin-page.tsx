import { type ReactNode, useId } from 'react';
import { useRouteLoaderData } from 'react-router';
import type { MessageKey } from '#i18n/translator.ts';
import { useTranslator } from '../translator.tsx';
import { Card } from '../ui/card.tsx';
import { BrandMark } from '../ui/logo.tsx';
import type { loader } from './layout.tsx';

const pages = [
  { path: '/admin/blog', label: 'admin.nav.blog' },
  { path: '/admin/categories', label: 'admin.nav.categories' },
  { path: '/admin/tags', label: 'admin.nav.tags' },
  { path: '/admin/translation', label: 'admin.nav.translation' },
  { path: '/admin/people', label: 'admin.nav.users' },
  { path: '/admin/keys', label: 'admin.nav.keys' },
  { path: '/admin/account', label: 'admin.nav.account' },
] as const satisfies readonly { path: string; label: MessageKey }[];

type AdminPath = (typeof pages)[number]['path'];

const linkClass =
  'flex min-h-11 items-center rounded-lg px-2 text-sm font-semibold text-muted hover:text-accent aria-[current]:text-ink';

export function AdminPage({
  path,
  title,
  subtitle,
  actions,
  children,
}: {
  path: AdminPath;
  title: string;
  subtitle: string;
  actions?: ReactNode;
  children: ReactNode;
}) {
  const t = useTranslator();
  const allowedPaths = useRouteLoaderData<typeof loader>('admin/layout')?.allowedPaths ?? [];
  const visiblePages = pages.filter((page) => allowedPaths.includes(page.path));
  return (
    <>
      <title>{`${title} | ${t('brand.name')}`}</title>
      <meta name="robots" content="noindex" />
      <div className="mx-auto max-w-5xl px-4 pb-24 sm:px-8">
        <header className="relative flex flex-wrap items-center gap-x-4 border-b border-line py-2">
          <a
            href="#main"
            className="sr-only focus:not-sr-only focus:absolute focus:z-20 focus:bg-paper focus:p-3"
          >
            {t('page.skip_content')}
          </a>
          <a
            href="/"
            className="flex min-h-11 items-center gap-2 rounded-lg font-bold"
            title={t('admin.nav.site')}
          >
            <BrandMark className="size-7" />
            {t('brand.name')}
          </a>
          <nav aria-label={t('admin.nav.label')} className="-mx-2 max-sm:order-last max-sm:w-full sm:mx-0">
            <ul className="flex flex-wrap">
              {visiblePages.map((page) => (
                <li key={page.path}>
                  <a
                    href={page.path}
                    aria-current={page.path === path ? 'page' : undefined}
                    className={linkClass}
                  >
                    {t(page.label)}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
          <form method="post" action="/admin/sign-out" className="ms-auto">
            <button type="submit" className={`${linkClass} cursor-pointer`}>
              {t('admin.sign_out')}
            </button>
          </form>
        </header>
        <main id="main" className="pt-8">
          <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
            <div>
              <h1 className="text-3xl font-bold sm:text-4xl">{title}</h1>
              <p className="mt-2 text-pretty text-muted">{subtitle}</p>
            </div>
            {actions}
          </div>
          {children}
        </main>
      </div>
    </>
  );
}

export function Panel({ heading, children }: { heading: string; children: ReactNode }) {
  const id = useId();
  return (
    <Card as="section" aria-labelledby={id} className="mt-8 p-5 sm:p-6">
      <h2 id={id} className="mb-4 text-xl font-bold">
        {heading}
      </h2>
      {children}
    </Card>
  );
}
