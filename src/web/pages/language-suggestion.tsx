import { lazy, Suspense, useEffect, useState } from 'react';
import { getPageUrls, type PageLocation } from '../seo/page-addresses.ts';
import { useTranslator } from '../translation.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
import { dismissSuggestion, isSuggestionDismissed, suggestLocale } from './suggested-locale.ts';

// Lazy, because it contains the texts of all ten languages.
const SuggestionBar = lazy(() =>
  import('./suggestion-bar.tsx').then((module) => ({ default: module.LanguageSuggestionBar })),
);

/** Suggests the page in the browser's preferred language until dismissed. There is never a redirect. */
export function LanguageSuggestion({ page }: { page: PageLocation }) {
  const t = useTranslator();
  const isHydrated = useHydrated();
  const [isDismissed, setDismissed] = useState(false);
  const suggestedLocale = isHydrated && !isDismissed ? suggestLocale(navigator.languages, t.locale) : null;
  // Local storage is read last, because the first access blocks the page.
  const locale = suggestedLocale !== null && !isSuggestionDismissed() ? suggestedLocale : null;

  // Following a link to another language counts as dismissing the suggestion.
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      if (event.target instanceof Element && event.target.closest('a[hreflang]')) dismissSuggestion();
    };
    document.addEventListener('click', onClick);
    return () => document.removeEventListener('click', onClick);
  }, []);

  const suggestion = getPageUrls(page, t.locale, '').languages.find((pageUrl) => pageUrl.locale === locale);
  if (!suggestion) return null;
  return (
    <Suspense>
      <SuggestionBar
        locale={suggestion.locale}
        href={suggestion.path}
        onDismiss={() => {
          dismissSuggestion();
          setDismissed(true);
        }}
      />
    </Suspense>
  );
}
