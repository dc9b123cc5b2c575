import { lazy, Suspense, useEffect, useState } from 'react';
import { type PagePlace, pageAddresses } from '../seo/page-addresses.ts';
import { useTranslator } from '../translation.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
import { hasAnswered, rememberAnswer, suggestedLocale } from './suggested-locale.ts';

/** Loaded where it shows: it holds a sentence in each of the ten languages. */
const SuggestionBar = lazy(() =>
  import('./suggestion-bar.tsx').then((module) => ({ default: module.SuggestionBar })),
);

/** Offers the page in the language the browser prefers, where it is in it, until the visitor answers. Never a redirect. */
export function LanguageSuggestion({ page }: { page: PagePlace }) {
  const t = useTranslator();
  const isHydrated = useHydrated();
  const [isAnswered, setAnswered] = useState(false);
  const wanted = isHydrated && !isAnswered ? suggestedLocale(navigator.languages, t.locale) : null;
  // Storage is read last: the first look into it holds the page up.
  const locale = wanted !== null && !hasAnswered() ? wanted : null;

  // Whoever follows a link to another language has answered.
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      if (event.target instanceof Element && event.target.closest('a[hreflang]')) rememberAnswer();
    };
    document.addEventListener('click', onClick);
    return () => document.removeEventListener('click', onClick);
  }, []);

  const offered = pageAddresses(page, t.locale, '').languages.find((address) => address.locale === locale);
  if (!offered) return null;
  return (
    <Suspense>
      <SuggestionBar
        locale={offered.locale}
        href={offered.path}
        onDismiss={() => {
          rememberAnswer();
          setAnswered(true);
        }}
      />
    </Suspense>
  );
}
