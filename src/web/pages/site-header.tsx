import { localizedPath } from '#i18n/localized-path.ts';
import type { MessageKey } from '#i18n/translate.ts';
import type { PublicPage } from '../seo/public-pages.ts';
import { useTranslator } from '../translation.tsx';
import { UnwindingSpool } from '../ui/brand-mark.tsx';
import { DownloadCounter } from './download-counter.tsx';
import { LanguageSuggestion } from './language-suggestion.tsx';
import { LanguageSwitcher } from './language-switcher.tsx';

const pages = [
  { page: '/', label: 'nav.home' },
  { page: '/about', label: 'nav.about' },
  { page: '/contact', label: 'nav.contact' },
] as const satisfies readonly { page: PublicPage; label: MessageKey }[];

/** `counterStart`: null where no counter belongs. */
export function SiteHeader({ page, counterStart }: { page: PublicPage; counterStart: number | null }) {
  const t = useTranslator();
  return (
    <header className="relative pt-2 pb-4">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:z-20 focus:bg-paper focus:p-3"
      >
        {page === '/' ? t('page.skip') : t('page.skip_content')}
      </a>
      <div className="-mx-2 flex flex-wrap items-center justify-between gap-x-4">
        <nav aria-label={t('nav.label')}>
          <ul className="flex flex-wrap">
            {pages.map((entry) => (
              <li key={entry.page}>
                <a
                  href={localizedPath(t.locale, entry.page)}
                  aria-current={entry.page === page ? 'page' : undefined}
                  className="flex min-h-11 items-center rounded-lg px-2 text-sm font-semibold text-muted hover:text-accent aria-[current]:text-ink"
                >
                  {t(entry.label)}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <LanguageSwitcher page={page} />
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
      <LanguageSuggestion page={page} />
    </header>
  );
}
