import { defaultLocale, type Locale, locales } from '#i18n/locales.ts';
import { createTranslator, type Messages, type Translator } from '#i18n/translate.ts';

const files = import.meta.glob<Messages>('../i18n/messages/*.json', { eager: true, import: 'default' });

function messagesOf(locale: Locale): Messages | undefined {
  return files[`../i18n/messages/${locale}.json`];
}

const english = messagesOf(defaultLocale);

/** English stands in for a language whose file is not there yet. */
const translators = new Map<Locale, Translator>(
  locales.flatMap((locale) => {
    const messages = messagesOf(locale) ?? english;
    return messages ? [[locale, createTranslator(locale, messages)]] : [];
  }),
);

/** The words of one language, all of which the server holds. */
export function serverTranslator(locale: Locale): Translator {
  const translator = translators.get(locale);
  if (!translator) throw new Error(`no messages for ${locale}`);
  return translator;
}
