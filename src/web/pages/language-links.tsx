import { localeNames } from '#i18n/locales.ts';
import { localizedPath } from '#i18n/localized-path.ts';
import { pageAddresses } from '../seo/page-addresses.ts';
import type { PublicPage } from '../seo/public-pages.ts';
import { useTranslator } from '../translation.tsx';

/** The same page in the ten languages, each by its own name; the start page where `page` is null. */
export function LanguageLinks({
  page,
  className,
  linkClassName,
}: {
  page: PublicPage | null;
  className: string;
  linkClassName: string;
}) {
  const t = useTranslator();
  const { languages } = pageAddresses(localizedPath(t.locale, page ?? '/'), '');
  return (
    <ul className={className}>
      {languages.map(({ locale, hrefLang, path }) => (
        <li key={locale}>
          <a
            href={path}
            lang={hrefLang}
            hrefLang={hrefLang}
            aria-current={page !== null && locale === t.locale ? 'page' : undefined}
            className={linkClassName}
          >
            {localeNames[locale]}
          </a>
        </li>
      ))}
    </ul>
  );
}
