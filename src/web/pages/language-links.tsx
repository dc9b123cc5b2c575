import { localeNames, locales } from '#i18n/locales.ts';
import { type PagePlace, pageAddresses } from '../seo/page-addresses.ts';
import { useTranslator } from '../translation.tsx';

/**
 * The same page in the ten languages, each by its own name; the start page where `page` is null. A language the page
 * is not translated into says so, and leads to what it has in its place.
 */
export function LanguageLinks({
  page,
  className,
  linkClassName,
}: {
  page: PagePlace | null;
  className: string;
  linkClassName: string;
}) {
  const t = useTranslator();
  const { languages, untranslated } = pageAddresses(page ?? '/', t.locale, '');
  const addressIn = new Map([...languages, ...untranslated].map((address) => [address.locale, address]));
  const missing = new Set(untranslated);
  return (
    <ul className={className}>
      {locales.flatMap((locale) => {
        const address = addressIn.get(locale);
        if (!address) return [];
        return (
          <li key={locale}>
            <a
              href={address.path}
              hrefLang={address.hrefLang}
              aria-current={
                page !== null && locale === t.locale && !missing.has(address) ? 'page' : undefined
              }
              className={linkClassName}
            >
              <span lang={address.hrefLang}>{localeNames[locale]}</span>
              {missing.has(address) && (
                <span className="block text-sm text-muted">{t('language.untranslated')}</span>
              )}
            </a>
          </li>
        );
      })}
    </ul>
  );
}
