import { type Locale, localeNames, locales, localeTags } from '#i18n/locales.ts';
import { localizedPath } from '#i18n/localized-path.ts';
import type { MessageKey } from '#i18n/translate.ts';
import { useTranslator } from '../translation.tsx';
import { BrandMark } from '../ui/brand-mark.tsx';

const anchors = [
  { id: 'features', label: 'footer.features' },
  { id: 'faq', label: 'footer.faq' },
  { id: 'contact', label: 'footer.contact' },
  { id: 'privacy', label: 'footer.privacy' },
  { id: 'terms', label: 'footer.terms' },
] as const satisfies readonly { id: string; label: MessageKey }[];

const link = 'inline-block rounded py-1.5 text-muted underline-offset-4 hover:text-accent hover:underline';

/** `isHome`: the anchors lie on this very page. */
export function SiteFooter({ isHome }: { isHome: boolean }) {
  const t = useTranslator();
  const home = isHome ? '' : localizedPath(t.locale, '/');
  return (
    <footer className="border-t border-line bg-sunken">
      <div className="mx-auto grid max-w-5xl gap-10 px-5 py-12 sm:px-8 md:grid-cols-[1fr_2fr]">
        <nav aria-label={t('footer.about')}>
          <ul className="grid gap-x-6">
            {anchors.map(({ id, label }) => (
              <li key={id}>
                <a href={`${home}#${id}`} className={link}>
                  {t(label)}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <nav aria-labelledby="languages">
          <h2 id="languages" className="font-semibold">
            {t('footer.languages')}
          </h2>
          <ul className="mt-2 grid grid-cols-2 gap-x-6 sm:grid-cols-3">
            {locales.map((locale) => (
              <li key={locale}>
                <LanguageLink locale={locale} isCurrent={locale === t.locale} />
              </li>
            ))}
          </ul>
        </nav>
        <div className="flex items-start gap-4 md:col-span-2">
          <BrandMark className="size-8 shrink-0" />
          <p className="max-w-prose text-sm text-muted">{t('footer.disclaimer')}</p>
        </div>
      </div>
    </footer>
  );
}

function LanguageLink({ locale, isCurrent }: { locale: Locale; isCurrent: boolean }) {
  return (
    <a
      href={localizedPath(locale, '/')}
      lang={localeTags[locale]}
      hrefLang={localeTags[locale]}
      aria-current={isCurrent ? 'page' : undefined}
      className={`${link} aria-[current]:font-semibold aria-[current]:text-ink`}
    >
      {localeNames[locale]}
    </a>
  );
}
