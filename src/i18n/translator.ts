import { type Locale, localeTags } from './locales.ts';
import type en from './messages/en.json';

export type MessageKey = keyof typeof en;
/** A text with `{name}` slots, or one text per plural category of `{count}`. */
export type Message = string | Partial<Record<Intl.LDMLPluralRule, string>>;
export type Messages = Record<MessageKey, Message>;
export type MessageValues = Record<string, string | number>;

export interface Translator {
  locale: Locale;
  (key: MessageKey, values?: MessageValues): string;
}

export function createTranslator(locale: Locale, messages: Messages): Translator {
  const tag = localeTags[locale];
  // Creating each takes a browser several milliseconds, and most pages need neither to hydrate.
  let numbers: Intl.NumberFormat | undefined;
  let plurals: Intl.PluralRules | undefined;
  const formatNumber = (value: number) => {
    numbers ??= new Intl.NumberFormat(tag);
    return numbers.format(value);
  };
  const pickForm = (count: number) => {
    plurals ??= new Intl.PluralRules(tag);
    return plurals.select(count);
  };
  const translate = (key: MessageKey, values: MessageValues = {}) => {
    const message = messages[key];
    const text = typeof message === 'string' ? message : pluralForm(message, pickForm, values.count);
    return text.replace(/\{(\w+)\}/g, (slot, name: string) => {
      const value = values[name];
      if (value === undefined) return slot;
      return typeof value === 'number' ? formatNumber(value) : value;
    });
  };
  return Object.assign(translate, { locale });
}

function pluralForm(
  forms: Exclude<Message, string>,
  pickForm: (count: number) => Intl.LDMLPluralRule,
  count: string | number | undefined,
): string {
  return forms[pickForm(Number(count))] ?? forms.other ?? '';
}
