import type { Locale } from '#i18n/locales.ts';
import type { EnglishMessages } from '#i18n/translator.ts';

const files = import.meta.glob<object>(['../../src/i18n/messages/*/*.json', '!**/notes.json'], {
  import: 'default',
});

/** All messages of a language, also in a browser. In other languages, the plural forms differ from the type's. */
export async function loadMessages(locale: Locale): Promise<EnglishMessages> {
  const paths = Object.keys(files).filter((path) => path.endsWith(`/${locale}.json`));
  return Object.assign({}, ...(await Promise.all(paths.map((path) => files[path]?.()))));
}

export const messages = {
  en: await loadMessages('en'),
  de: await loadMessages('de'),
  th: await loadMessages('th'),
};
