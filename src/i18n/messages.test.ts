import { expect, test } from 'vitest';
import { type Locale, locales } from './locales.ts';
import { readMessages } from './server-translator.ts';
import { createTranslator, type Message, type MessageKey, type Messages } from './translator.ts';

// `npm run i18n:check` finds missing, unused, untranslated and wrongly parameterized messages.

const dictionaries = Object.fromEntries(locales.map((locale) => [locale, readMessages(locale)])) as Record<
  Locale,
  Messages
>;
const keys = Object.keys(dictionaries.en) as MessageKey[];
const listForms = (message: Message) => (typeof message === 'string' ? [message] : Object.values(message));

test.each(locales)('%s has its messages in the same files and order as English', (locale) => {
  expect(Object.keys(dictionaries[locale])).toEqual(keys);
});

test.each(locales)('%s fills every slot of every message for any count', (locale) => {
  const t = createTranslator(locale, dictionaries[locale]);
  for (const key of keys) {
    const slots = listForms(dictionaries[locale][key]).flatMap((text) => text.match(/\w+(?=\})/g) ?? []);
    for (const count of [0, 1, 2, 5, 21, 1_000_000]) {
      const text = t(key, { ...Object.fromEntries(slots.map((slot) => [slot, 'x'])), count });
      expect(text, key).toMatch(/^[^{}]+$/);
    }
  }
});

test.each(locales)('%s has no stray spaces', (locale) => {
  for (const key of keys) {
    for (const text of listForms(dictionaries[locale][key])) {
      expect(text, key).toBe(text.trim().replace(/ {2,}/g, ' '));
    }
  }
});
