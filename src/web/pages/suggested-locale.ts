import { isLocale, type Locale } from '#i18n/locales.ts';

/** Where a visitor's answer is remembered. */
const answerKey = 'unspool.language-suggestion';

/** The first of ours among the languages a browser asks for; null where that is the page's own, or where none is. */
export function suggestedLocale(wanted: readonly string[], current: Locale): Locale | null {
  for (const tag of wanted) {
    const language = tag.toLowerCase().split('-')[0] ?? '';
    // Older browsers call Indonesian by its former code.
    const name = language === 'in' ? 'id' : language;
    if (isLocale(name)) return name === current ? null : name;
  }
  return null;
}

/** True once a visitor has chosen a language or declined one; false where the browser keeps nothing. */
export function hasAnswered(open = openStorage): boolean {
  return fromStorage(open, (storage) => storage.getItem(answerKey)) !== null;
}

export function rememberAnswer(open = openStorage): void {
  fromStorage(open, (storage) => storage.setItem(answerKey, 'given'));
}

/** Web views without storage have null here, whatever its type says. */
const openStorage = (): Storage | null => localStorage;

/** Null where storage is missing, forbidden or full: the page then asks again, which is all that can be done. */
function fromStorage<T>(open: () => Storage | null, use: (storage: Storage) => T): T | null {
  try {
    const storage = open();
    return storage && use(storage);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    return null;
  }
}
