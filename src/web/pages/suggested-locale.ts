import { isLocale, type Locale } from '#i18n/locales.ts';

const storageKey = 'unspool.language-suggestion';

/** The first supported language in `languages`, or null if there is none or it is the current one. */
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

/** null if storage is missing, blocked or full. */
function fromStorage<T>(open: () => Storage | null, use: (storage: Storage) => T): T | null {
  try {
    const storage = open();
    return storage && use(storage);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    return null;
  }
}
