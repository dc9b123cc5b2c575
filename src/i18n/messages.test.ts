import { expect, test } from 'vitest';
import { type Locale, locales, localeTags } from './locales.ts';
import type { Message, MessageKey, Messages } from './translate.ts';

const dictionaries = {} as Record<Locale, Messages>;
for (const locale of locales) {
  dictionaries[locale] = (await import(`./messages/${locale}.json`, { with: { type: 'json' } })).default;
}
const keys = Object.keys(dictionaries.en) as MessageKey[];
const others = locales.filter((locale) => locale !== 'en');

/** The same in every language because they are names, figures or a pattern. */
const mayEqualEnglish =
  /^(brand\.name|claims\.|form\.placeholder|media\.(gif|video|audio|image|format)|footer\.faq|features\.gif\.title)/;

const formsOf = (message: Message) => (typeof message === 'string' ? [message] : Object.values(message));
const slotsOf = (text: string) =>
  [...new Set([...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]))].sort();

test.each(others)('%s has a text for every message and no other', (locale) => {
  expect(Object.keys(dictionaries[locale])).toEqual(keys);
});

test.each(locales)('%s fills the same slots as English', (locale) => {
  for (const key of keys) {
    const expected = formsOf(dictionaries.en[key]).map(slotsOf)[0];
    for (const text of formsOf(dictionaries[locale][key])) {
      expect(text.trim(), key).toBe(text);
      expect(text.length, key).toBeGreaterThan(0);
      expect(slotsOf(text), `${locale} ${key}`).toEqual(expected);
    }
  }
});

test.each(locales)('%s has every plural form its grammar knows', (locale) => {
  const { pluralCategories } = new Intl.PluralRules(localeTags[locale]).resolvedOptions();
  for (const key of keys) {
    const message = dictionaries[locale][key];
    if (typeof message !== 'string')
      expect(Object.keys(message).sort(), key).toEqual([...pluralCategories].sort());
  }
});

test.each(others)('%s leaves no sentence in English', (locale) => {
  const english = keys.filter((key) => {
    const [text = ''] = formsOf(dictionaries[locale][key]);
    return text === formsOf(dictionaries.en[key])[0] && text.includes(' ') && !mayEqualEnglish.test(key);
  });
  expect(english).toEqual([]);
});
