import { localizedPath } from '#i18n/localized-path.ts';
import type { MessageKey } from '#i18n/translator.ts';
import type { PublicPage } from '../paths.ts';
import { type PageLocation, toPublicPage } from '../seo/page-urls.ts';
import { useTranslator } from '../translator.tsx';
import { UnwindingSpool } from '../ui/logo.tsx';
import { DownloadCounter } from './download-counter.tsx';
import { LanguageMenu } from './language-menu.tsx';
import { LanguageSuggestion } from './language-suggestion.tsx';

const pages = [
  { page: '/', label: 'nav.home' },
  { page: '/blog', label: 'nav.blog' },
  { page: '/about', label: 'nav.about' },
  { page: '/contact', label: 'nav.contact' },
] as const satisfies readonly { page: PublicPage; label: MessageKey }[];

/** `page` is null on an error page. `counterStart` is null if the page has no counter. */
export function SiteHeader({
  page,
  counterStart,
}: {
  page: PageLocation | null;
  counterStart: number | null;
}) {
  const t = useTranslator();
  const section = page === null ? null : toPublicPage(page);
  return (
    <header className="relative pt-2 pb-4">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:z-20 focus:bg-paper focus:p-3"
      >
        {page === '/' ? t('page.skip') : t('page.skip_content')}
      </a>
      <div className="-mx-2 flex flex-wrap items-center justify-between">
        <nav aria-label={t('nav.label')}>
          <ul className="flex flex-wrap">
            {pages.map((entry) => (
              // The narrowest phones have no room for this link; the logo links there too.
              <li key={entry.page} className={entry.page === '/' ? 'max-[22.5rem]:hidden' : undefined}>
                <a
                  href={localizedPath(t.locale, entry.page)}
                  aria-current={entry.page === section ? (page === section ? 'page' : 'true') : undefined}
                  className="flex min-h-11 items-center rounded-lg px-2 text-sm font-semibold text-muted decoration-thread decoration-2 underline-offset-8 hover:text-accent aria-[current]:text-ink aria-[current]:underline"
                >
                  {t(entry.label)}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <LanguageMenu page={page} />
      </div>
      <div className="mt-2 flex items-end justify-between gap-2 sm:gap-4">
        <a href={localizedPath(t.locale, '/')} className="flex min-w-0 items-end gap-2 rounded-lg sm:gap-3">
          <UnwindingSpool />
          <span className="leading-tight">
            <span className="block text-xl font-bold tracking-tight">{t('brand.name')}</span>
            <span className="block text-sm text-balance text-muted">{t('brand.tagline')}</span>
          </span>
        </a>
        {counterStart !== null && <DownloadCounter start={counterStart} />}
      </div>
      {page !== null && <LanguageSuggestion page={page} />}
    </header>
  );
}
