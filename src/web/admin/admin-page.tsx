import House from 'lucide-react/icons/house';
import { createContext, type ReactNode, useContext, useId } from 'react';
import type { MessageKey } from '#i18n/translator.ts';
import { SiteBrand } from '../layout/site-logo.tsx';
import { useTranslator } from '../translator.tsx';
import { Card } from '../ui/card.tsx';
import { noticeClass } from '../ui/notice.tsx';

/** What the frame of every page of the administration shows. */
export interface AdminFrame {
  /** The paths that the user may open. */
  allowedPaths: readonly string[];
  newMessages: number;
  isThreadsChanging: boolean;
}

export const AdminContext = createContext<AdminFrame>({
  allowedPaths: [],
  newMessages: 0,
  isThreadsChanging: false,
});

const pages = [
  { path: '/admin/blog', label: 'admin.nav.blog' },
  { path: '/admin/review', label: 'admin.nav.review' },
  { path: '/admin/inbox', label: 'inbox.nav' },
  { path: '/admin/pages', label: 'admin.nav.pages' },
  { path: '/admin/categories', label: 'admin.nav.categories' },
  { path: '/admin/tags', label: 'admin.nav.tags' },
  { path: '/admin/translation', label: 'admin.nav.translation' },
  { path: '/admin/figures', label: 'admin.nav.figures' },
  { path: '/admin/people', label: 'admin.nav.users' },
  { path: '/admin/keys', label: 'admin.nav.keys' },
  { path: '/admin/data', label: 'admin.nav.data' },
  { path: '/admin/settings', label: 'admin.nav.settings' },
  { path: '/admin/account', label: 'admin.nav.account' },
] as const satisfies readonly { path: string; label: MessageKey }[];

type AdminPath = (typeof pages)[number]['path'];

const linkClass =
  'flex min-h-11 items-center rounded-lg px-1.5 text-sm font-semibold text-muted hover:text-accent aria-[current]:text-ink';

export function AdminPage({
  path,
  title,
  subtitle,
  actions,
  heading,
  isWide = heading !== undefined,
  children,
}: {
  path: AdminPath;
  title: string;
  subtitle?: string;
  actions?: ReactNode;
  /** Replaces the heading, and makes the page wide and low: what a person works on starts near its top. */
  heading?: ReactNode;
  /** For a table. */
  isWide?: boolean;
  children: ReactNode;
}) {
  const t = useTranslator();
  const { allowedPaths, newMessages, isThreadsChanging } = useContext(AdminContext);
  const visiblePages = pages.filter((page) => allowedPaths.includes(page.path));
  return (
    <>
      <title>{`${title} | ${t('brand.name')}`}</title>
      <meta name="robots" content="noindex" />
      <div className="mx-auto max-w-7xl px-4 sm:px-8">
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
            <SiteBrand markClass="size-7" logoClass="h-7 max-w-40" />
          </a>
          <nav
            aria-label={t('admin.nav.label')}
            className={`-mx-1.5 ${heading ? 'max-sm:order-last max-sm:w-full max-lg:overflow-x-auto sm:min-w-0 sm:flex-1' : 'max-lg:order-last max-lg:w-full max-sm:overflow-x-auto lg:min-w-0 lg:flex-1'}`}
          >
            <ul className={`flex ${heading ? 'lg:flex-wrap' : 'sm:flex-wrap'}`}>
              {visiblePages.map((page) => (
                <li key={page.path} className="shrink-0">
                  <a
                    href={page.path}
                    aria-current={page.path === path ? 'page' : undefined}
                    className={linkClass}
                  >
                    {t(page.label)}
                    {page.path === '/admin/inbox' && newMessages > 0 && <NewCount count={newMessages} />}
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
      </div>
      <div className={`mx-auto px-4 pb-24 sm:px-8 ${isWide ? 'max-w-7xl' : 'max-w-5xl'}`}>
        {isThreadsChanging && path !== '/admin/figures' && (
          <p className={noticeClass('error', 'mt-4 font-semibold')}>
            <a
              href="/admin/figures"
              className="flex min-h-11 items-center px-4 py-2 underline underline-offset-4"
            >
              {t('admin.nav.figures_warning')}
            </a>
          </p>
        )}
        <main id="main" className={heading ? '' : isWide ? 'pt-4' : 'pt-8'}>
          {heading ?? (
            <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
              <div>
                <h1 className={`text-3xl font-bold ${isWide ? '' : 'sm:text-4xl'}`}>{title}</h1>
                {subtitle && (
                  <p className={`${isWide ? 'mt-1' : 'mt-2'} text-pretty text-muted`}>{subtitle}</p>
                )}
              </div>
              {actions}
            </div>
          )}
          {children}
        </main>
        <AdminFooter />
      </div>
    </>
  );
}

function NewCount({ count }: { count: number }) {
  const t = useTranslator();
  const label = t('inbox.nav_new', { count });
  return (
    <span
      title={label}
      className="ms-1.5 flex h-5 min-w-5 items-center justify-center rounded-full bg-accent px-1.5 text-xs text-on-accent tabular-nums"
    >
      <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
      <span className="sr-only">{label}</span>
    </span>
  );
}

function AdminFooter() {
  const t = useTranslator();
  return (
    <footer className="mt-16 grid gap-2 border-t border-line pt-4 text-sm text-muted">
      <a href="/" className={`${linkClass} -mx-1.5 w-fit gap-2`}>
        <House aria-hidden="true" className="size-4" />
        {t('nav.back_home')}
      </a>
      <p className="max-w-prose text-pretty">{t('footer.disclaimer')}</p>
    </footer>
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
