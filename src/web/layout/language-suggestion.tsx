import { lazy, Suspense, useEffect, useState } from 'react';
import { isLocale, type Locale } from '#i18n/locales.ts';
import { useHydrated } from '../browser/use-hydrated.ts';
import { getPageUrls, type PageLocation } from '../seo/page-urls.ts';
import { useTranslator } from '../translator.tsx';

const storageKey = 'unspool.language-suggestion';

export function suggestLocale(languages: readonly string[], current: Locale): Locale | null {
  for (const tag of languages) {
    const language = tag.toLowerCase().split('-')[0] ?? '';
    // Older browsers use the former code of Indonesian.
    const name = language === 'in' ? 'id' : language;
    if (isLocale(name)) return name === current ? null : name;
  }
  return null;
}

/** False if storage is not available. */
export function isSuggestionDismissed(open = openStorage): boolean {
  return fromStorage(open, (storage) => storage.getItem(storageKey)) !== null;
}

export function dismissSuggestion(open = openStorage): void {
  fromStorage(open, (storage) => storage.setItem(storageKey, 'given'));
}

/** Some web views have null here, despite the type. */
const openStorage = (): Storage | null => localStorage;

function fromStorage<T>(open: () => Storage | null, use: (storage: Storage) => T): T | null {
  try {
    const storage = open();
    return storage && use(storage);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    return null;
  }
}

// Lazy, because it contains the texts of all ten languages.
const SuggestionBar = lazy(() =>
  import('./language-suggestion-bar.tsx').then((module) => ({ default: module.LanguageSuggestionBar })),
);

/** Only suggests the browser's preferred language: there is never a redirect. */
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
