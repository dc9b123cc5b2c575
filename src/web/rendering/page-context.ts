import { createContext, type RouterContextProvider } from 'react-router';
import type { Locale } from '#i18n/locales.ts';
import { splitLocale } from '#i18n/localized-path.ts';

export const sameOriginFrameContext = createContext(false);

/** Set if the user's locale, not the URL, determines the page's language. */
export const localeOverrideContext = createContext<Locale | null>(null);

export function pageLocale(request: Request, context: Readonly<RouterContextProvider>): Locale {
  return context.get(localeOverrideContext) ?? splitLocale(new URL(request.url).pathname).locale;
}
