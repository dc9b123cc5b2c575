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

/** True once a visitor has chosen a language or declined one. */
export function hasAnswered(): boolean {
  try {
    return localStorage.getItem(answerKey) !== null;
  } catch {
    // A browser that forbids storage throws; it then asks on every page.
    return false;
  }
}

/** False where the browser keeps nothing. */
export function rememberAnswer(): boolean {
  try {
    localStorage.setItem(answerKey, 'given');
    return true;
  } catch {
    return false;
  }
}
