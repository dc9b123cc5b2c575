import Negotiator from 'negotiator';
import { defaultLocale, isLocale, type Locale } from './locales.ts';

const maxHeaderLength = 400;

/** Runs on the server only: negotiator must not reach a browser. */
export function preferredLocale(acceptLanguage: string | null | undefined): Locale {
  const header = (acceptLanguage ?? '').slice(0, maxHeaderLength);
  for (const tag of new Negotiator({ headers: { 'accept-language': header } }).languages()) {
    const language = tag.toLowerCase().split('-')[0];
    // Java before version 17 sends the code that Indonesian had until 1989.
    const locale = language === 'in' ? 'id' : language;
    if (isLocale(locale)) return locale;
  }
  return defaultLocale;
}
