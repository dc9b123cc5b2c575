import ChevronDown from 'lucide-react/icons/chevron-down';
import Globe from 'lucide-react/icons/globe';
import { localeNames, locales } from '#i18n/locales.ts';
import { getPageUrls, type PageLocation } from '../../seo/page-urls.ts';
import { useTranslator } from '../../translator.tsx';
import { ThemeChoice } from './theme-choice.tsx';

/** Links to the home page if `page` is null. */
export function LanguageLinks({
  page,
  className,
  linkClassName,
}: {
  page: PageLocation | null;
  className: string;
  linkClassName: string;
}) {
  const t = useTranslator();
  const { languages, untranslated } = getPageUrls(page ?? '/', t.locale, '');
  const urls = [...languages, ...untranslated].sort(
    (a, b) => locales.indexOf(a.locale) - locales.indexOf(b.locale),
  );
  return (
    <ul className={className}>
      {urls.map((pageUrl) => {
        const { locale, path, hrefLang } = pageUrl;
        const isMissing = untranslated.includes(pageUrl);
        return (
          <li key={locale}>
            <a
              href={path}
              hrefLang={hrefLang}
              aria-current={page !== null && locale === t.locale && !isMissing ? 'page' : undefined}
              className={linkClassName}
            >
              <span lang={hrefLang}>{localeNames[locale]}</span>
              {isMissing && <span className="block text-sm text-muted">{t('language.untranslated')}</span>}
            </a>
          </li>
        );
      })}
    </ul>
  );
}

const menuId = 'language-menu';

/** A native popover needs no script. Browsers without popovers use the list in the footer. */
export function LanguageMenu({ page }: { page: PageLocation | null }) {
  const t = useTranslator();
  return (
    <div className="language-menu-container group ms-auto">
      <button
        type="button"
        popoverTarget={menuId}
        className="language-button flex min-h-11 min-w-11 cursor-pointer items-center justify-center gap-1.5 rounded-lg text-sm font-semibold hover:text-accent"
      >
        <Globe aria-hidden="true" className="size-4.5" />
        <span className="sr-only">{t('language.label')}</span>{' '}
        <span className="sr-only sm:not-sr-only">{localeNames[t.locale]}</span>
        <ChevronDown
          aria-hidden="true"
          className="size-4 max-sm:hidden group-has-[:popover-open]:rotate-180"
        />
      </button>
      <div
        id={menuId}
        popover="auto"
        className="language-menu w-60 max-w-[calc(100vw-1rem)] rounded-2xl border border-line bg-surface p-2 text-ink shadow-lg"
      >
        <LanguageLinks
          page={page}
          className="grid grid-cols-1"
          linkClassName="block rounded-lg px-3 py-2.5 hover:bg-sunken hover:text-accent aria-[current]:font-semibold aria-[current]:text-accent"
        />
        <ThemeChoice />
      </div>
    </div>
  );
}
