import fs from 'node:fs';
import type { Locale } from './locales.ts';
import { createTranslator, defaultSiteName, type Messages, type Translator } from './translator.ts';

/** The build copies the folder beside the server's files. */
const folder = new URL('messages/', import.meta.url);

const messages = new Map<Locale, Messages>();
/** Also by the name of the site. */
const translators = new Map<string, Translator>();

/** Reads the messages of a language when it is first used. Component tests load this module in a browser, but don't call it. */
export function serverTranslator(locale: Locale, site: string = defaultSiteName): Translator {
  const key = `${locale} ${site}`;
  let translator = translators.get(key);
  if (!translator) {
    translator = createTranslator(locale, readMessages(locale), site);
    translators.set(key, translator);
  }
  return translator;
}

/** Of all parts. */
export function readMessages(locale: Locale): Messages {
  const known = messages.get(locale);
  if (known) return known;
  const entries = fs.readdirSync(folder, { withFileTypes: true });
  const parts = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const read = parts.map((part) =>
    JSON.parse(fs.readFileSync(new URL(`${part}/${locale}.json`, folder), 'utf8')),
  );
  const all: Messages = Object.assign({}, ...read);
  messages.set(locale, all);
  return all;
}
