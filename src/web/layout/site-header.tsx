import Menu from 'lucide-react/icons/menu';
import { localizedPath } from '#i18n/localized-path.ts';
import type { MessageKey } from '#i18n/translator.ts';
import { useAppearance } from '../appearance/appearance-context.ts';
import type { PublicPage } from '../paths.ts';
import { type PageLocation, toPublicPage } from '../seo/page-urls.ts';
import { useTranslator } from '../translator.tsx';
import { UnwindingSpool } from '../ui/logo.tsx';
import type { HeaderCounter } from './claims.ts';
import { DownloadCounter } from './download-counter.tsx';
import { LanguageMenu } from './language/language-menu.tsx';
import { LanguageSuggestion } from './language/language-suggestion.tsx';
import { SiteLogo } from './site-logo.tsx';

const pages = [
  { page: '/', label: 'nav.home' },
  { page: '/blog', label: 'nav.blog' },
  { page: '/about', label: 'nav.about' },
  { page: '/contact', label: 'nav.contact' },
] as const satisfies readonly { page: PublicPage; label: MessageKey }[];

/** `page` is null on an error page, and `counter` on a page without one. */
export function SiteHeader({ page, counter }: { page: PageLocation | null; counter: HeaderCounter | null }) {
  const t = useTranslator();
  const { logo, tagline } = useAppearance();
  return (
    <header className="relative pb-4">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:z-20 focus:bg-paper focus:p-3"
      >
        {page === '/' ? t('page.skip') : t('page.skip_content')}
      </a>
      {page !== null && <LanguageSuggestion page={page} />}
      <div className="flex items-end gap-1 pt-2 sm:gap-4">
        <a href={localizedPath(t.locale, '/')} className="flex min-w-0 items-end gap-2 rounded-lg sm:gap-3">
          {logo === null && <UnwindingSpool />}
          <span className="min-w-0 leading-tight">
            {logo === null ? (
              <span className="block text-xl font-bold tracking-tight">{t('brand.name')}</span>
            ) : (
              <SiteLogo src={logo} className="h-8 sm:h-9" />
            )}
            <span className="block text-xs text-balance text-muted sm:text-sm">
              {tagline ?? t('brand.tagline')}
            </span>
          </span>
        </a>
        <div className="ms-auto flex shrink-0 items-center sm:gap-4">
          <PageMenu page={page} />
          {counter !== null && <DownloadCounter {...counter} />}
          <LanguageMenu page={page} />
        </div>
      </div>
    </header>
  );
}

const menuId = 'page-menu';

/** A native popover, like the language menu. Wide screens show it as a list, open or not. */
function PageMenu({ page }: { page: PageLocation | null }) {
  const t = useTranslator();
  const section = page === null ? null : toPublicPage(page);
  return (
    <nav aria-label={t('nav.label')}>
      <button
        type="button"
        popoverTarget={menuId}
        className="page-menu-button flex size-11 cursor-pointer items-center justify-center rounded-lg hover:text-accent lg:hidden"
      >
        <Menu aria-hidden="true" className="size-5" />
        <span className="sr-only">{t('nav.menu')}</span>
      </button>
      <ul
        id={menuId}
        popover="auto"
        className="max-lg:page-menu max-lg:w-60 max-lg:max-w-[calc(100vw-1rem)] max-lg:rounded-2xl max-lg:border max-lg:border-line max-lg:bg-surface max-lg:p-2 max-lg:text-ink max-lg:shadow-lg lg:static lg:flex lg:overflow-visible lg:bg-transparent"
      >
        {pages.map((entry) => (
          <li key={entry.page}>
            <a
              href={localizedPath(t.locale, entry.page)}
              aria-current={
                entry.page === page ? 'page' : entry.page === section && section !== '/' ? 'true' : undefined
              }
              className="flex min-h-11 items-center rounded-lg px-3 hover:text-accent aria-[current]:font-semibold aria-[current]:text-accent max-lg:hover:bg-sunken lg:px-2 lg:text-sm lg:font-semibold lg:text-muted lg:decoration-thread lg:decoration-2 lg:underline-offset-8 lg:aria-[current]:text-ink lg:aria-[current]:underline"
            >
              {t(entry.label)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
