import { lazy, Suspense, useEffect, useState } from 'react';
import { useHydrated } from '../browser/use-hydrated.ts';
import { getPageUrls, type PageLocation } from '../seo/page-urls.ts';
import { useTranslator } from '../translator.tsx';
import { suggestionStorageKey, suggestLocale } from './suggest-locale.ts';

/** False if storage is not available. */
function isSuggestionDismissed(): boolean {
  return accessStorage((storage) => storage.getItem(suggestionStorageKey)) !== null;
}

function dismissSuggestion(): void {
  accessStorage((storage) => storage.setItem(suggestionStorageKey, 'given'));
}

function accessStorage<T>(use: (storage: Storage) => T): T | null {
  try {
    // Some web views have null here, despite the type.
    const storage: Storage | null = localStorage;
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

/**
 * Only suggests the browser's preferred language: there is never a redirect. `suggestionScript` reserves the
 * space.
 */
export function LanguageSuggestion({ page }: { page: PageLocation }) {
  const t = useTranslator();
  const isHydrated = useHydrated();
  const [isDismissed, setDismissed] = useState(false);
  const { languages } = getPageUrls(page, t.locale, '');
  const suggestedLocale =
    isHydrated && !isDismissed
      ? suggestLocale(
          navigator.languages,
          t.locale,
          languages.map(({ locale }) => locale),
        )
      : null;
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

  const suggestion = languages.find((pageUrl) => pageUrl.locale === locale);
  return (
    <div className="language-suggestion">
      {suggestion && (
        <Suspense>
          <SuggestionBar
            locale={suggestion.locale}
            href={suggestion.path}
            onDismiss={() => {
              dismissSuggestion();
              delete document.documentElement.dataset.suggestion;
              setDismissed(true);
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
