import { isLocale, type Locale } from '#i18n/locales.ts';
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

interface LanguageUrl {
  locale: Locale;
  path: string;
}

/**
 * Only suggests the browser's preferred language: there is never a redirect. `suggestionScript` reserves the
 * space. Returns a function that removes the suggestion.
 */
export function startLanguageSuggestion(
  container: Element,
  current: Locale,
  languages: readonly LanguageUrl[],
): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  // Following a link to another language counts as dismissing the suggestion.
  const onClick = ({ target }: MouseEvent) => {
    if (target instanceof Element && target.closest('a[hreflang]')) dismissSuggestion();
  };
  document.addEventListener('click', onClick, { signal });
  const available = languages.map(({ locale }) => locale);
  const locale = suggestLocale(navigator.languages, current, available);
  const suggestion = languages.find((language) => language.locale === locale);
  // Local storage is read last, because the first access blocks the page.
  if (suggestion && !isSuggestionDismissed()) void showBar(suggestion);

  async function showBar({ locale, path }: LanguageUrl): Promise<void> {
    // Lazy, because it contains the texts of all ten languages.
    const { createLanguageSuggestionBar } = await import('./language-suggestion-bar.ts');
    if (signal.aborted) return;
    const bar = createLanguageSuggestionBar(locale, path, () => {
      dismissSuggestion();
      delete document.documentElement.dataset.suggestion;
      bar.remove();
    });
    signal.addEventListener('abort', () => bar.remove());
    container.append(bar);
  }

  return () => controller.abort();
}

/** For a page that renders its header without scripts. `links`: to the other languages of the page. */
export function suggestFromLinks(links: Iterable<Pick<HTMLAnchorElement, 'href' | 'hreflang'>>): void {
  const { locale } = document.documentElement.dataset;
  const languages = [...links].flatMap(({ href, hreflang }) => {
    const [language = ''] = hreflang.split('-');
    return isLocale(language) ? [{ locale: language, path: new URL(href).pathname }] : [];
  });
  const container = document.querySelector('.language-suggestion');
  if (container && isLocale(locale)) startLanguageSuggestion(container, locale, languages);
}
