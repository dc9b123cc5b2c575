import { lazy, Suspense, useEffect, useState } from 'react';
import { localizedPath } from '#i18n/localized-path.ts';
import type { PublicPage } from '../seo/public-pages.ts';
import { useTranslator } from '../translation.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
import { hasAnswered, rememberAnswer, suggestedLocale } from './suggested-locale.ts';

/** Loaded where it shows: it holds a sentence in each of the ten languages. */
const SuggestionBar = lazy(() =>
  import('./suggestion-bar.tsx').then((module) => ({ default: module.SuggestionBar })),
);

/** Offers the page in the language the browser prefers, until the visitor answers. Never a redirect. */
export function LanguageSuggestion({ page }: { page: PublicPage }) {
  const t = useTranslator();
  const isHydrated = useHydrated();
  const [isAnswered, setAnswered] = useState(false);
  const locale =
    isHydrated && !isAnswered && !hasAnswered() ? suggestedLocale(navigator.languages, t.locale) : null;

  // Whoever follows a link to another language has answered.
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      if (event.target instanceof Element && event.target.closest('a[hreflang]')) rememberAnswer();
    };
    document.addEventListener('click', onClick);
    return () => document.removeEventListener('click', onClick);
  }, []);

  if (locale === null) return null;
  return (
    <Suspense>
      <SuggestionBar
        locale={locale}
        href={localizedPath(locale, page)}
        onDismiss={() => {
          rememberAnswer();
          setAnswered(true);
        }}
      />
    </Suspense>
  );
}
