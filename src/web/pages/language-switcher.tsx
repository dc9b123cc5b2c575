import { ChevronDown, Globe } from 'lucide-react';
import { localeNames } from '#i18n/locales.ts';
import type { PublicPage } from '../seo/public-pages.ts';
import { useTranslator } from '../translation.tsx';
import { LanguageLinks } from './language-links.tsx';

/** Opens and closes by itself, without scripts; a choice leads to the same page. */
export function LanguageSwitcher({ page }: { page: PublicPage }) {
  const t = useTranslator();
  return (
    <details className="group relative ms-auto">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-1.5 rounded-lg px-2 text-sm font-semibold hover:text-accent">
        <Globe aria-hidden="true" className="size-4.5" />
        <span className="sr-only">{t('language.label')}:</span>
        {localeNames[t.locale]}
        <ChevronDown aria-hidden="true" className="size-4 group-open:rotate-180" />
      </summary>
      <div className="absolute end-0 top-full z-10 w-60 max-w-[calc(100vw-2rem)] rounded-2xl border border-line bg-surface p-2 shadow-lg">
        <LanguageLinks
          page={page}
          className="grid grid-cols-1"
          linkClassName="block rounded-lg px-3 py-2.5 hover:bg-sunken hover:text-accent aria-[current]:font-semibold aria-[current]:text-accent"
        />
      </div>
    </details>
  );
}
