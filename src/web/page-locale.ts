import { createContext, type RouterContextProvider } from 'react-router';
import type { Locale } from '#i18n/locales.ts';
import { splitLocale } from '#i18n/localized-path.ts';

/** Set where not the address but the person who reads decides on a page's language. */
export const readersLocaleContext = createContext<Locale | null>(null);

export function pageLocale(request: Request, context: Readonly<RouterContextProvider>): Locale {
  return context.get(readersLocaleContext) ?? splitLocale(new URL(request.url).pathname).locale;
}
