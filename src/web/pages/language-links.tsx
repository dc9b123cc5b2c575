import { localeNames, locales } from '#i18n/locales.ts';
import { getPageUrls, type PageLocation } from '../seo/page-addresses.ts';
import { useTranslator } from '../translation.tsx';

/** Links to all ten languages of the page, or of the start page if `page` is null. */
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
  const urlsByLocale = new Map([...languages, ...untranslated].map((pageUrl) => [pageUrl.locale, pageUrl]));
  const missing = new Set(untranslated);
  return (
    <ul className={className}>
      {locales.flatMap((locale) => {
        const pageUrl = urlsByLocale.get(locale);
        if (!pageUrl) return [];
        return (
          <li key={locale}>
            <a
              href={pageUrl.path}
              hrefLang={pageUrl.hrefLang}
              aria-current={
                page !== null && locale === t.locale && !missing.has(pageUrl) ? 'page' : undefined
              }
              className={linkClassName}
            >
              <span lang={pageUrl.hrefLang}>{localeNames[locale]}</span>
              {missing.has(pageUrl) && (
                <span className="block text-sm text-muted">{t('language.untranslated')}</span>
              )}
            </a>
          </li>
        );
      })}
    </ul>
  );
}
