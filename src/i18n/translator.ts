import { type Locale, localeTags } from './locales.ts';
import type admin from './messages/admin/en.json';
import type adminData from './messages/admin-data/en.json';
import type adminForms from './messages/admin-forms/en.json';
import type adminLists from './messages/admin-lists/en.json';
import type adminPages from './messages/admin-pages/en.json';
import type adminPosts from './messages/admin-posts/en.json';
import type blog from './messages/blog/en.json';
import type contact from './messages/contact/en.json';
import type editor from './messages/editor/en.json';
import type editorLater from './messages/editor-later/en.json';
import type everywhere from './messages/everywhere/en.json';
import type home from './messages/home/en.json';
import type pages from './messages/pages/en.json';
import type results from './messages/results/en.json';
import type server from './messages/server/en.json';

/** The folders of `messages/`. `scripts/message-bundles.ts` says which pages get them. */
export type EnglishMessages = typeof admin &
  typeof adminData &
  typeof adminForms &
  typeof adminLists &
  typeof adminPages &
  typeof adminPosts &
  typeof blog &
  typeof contact &
  typeof editor &
  typeof editorLater &
  typeof everywhere &
  typeof home &
  typeof pages &
  typeof results &
  typeof server;
export type MessageKey = keyof EnglishMessages;
/** A text with `{name}` slots, or one text per plural category of `{count}`. */
export type Message = string | Partial<Record<Intl.LDMLPluralRule, string>>;
export type Messages = Record<MessageKey, Message>;
export type MessageValues = Record<string, string | number>;

export const defaultSiteName = 'Unspool';

export interface Translator {
  locale: Locale;
  (key: MessageKey, values?: MessageValues): string;
}

/** Every message may contain `{site}`, the name of the site. */
export function createTranslator(
  locale: Locale,
  messages: Messages,
  site: string = defaultSiteName,
): Translator {
  const tag = localeTags[locale];
  // Creating each takes a browser several milliseconds, and most pages need neither to hydrate.
  let numbers: Intl.NumberFormat | undefined;
  let plurals: Intl.PluralRules | undefined;
  const formatNumber = (value: number) => {
    numbers ??= new Intl.NumberFormat(tag);
    return numbers.format(value);
  };
  const pickForm = (forms: Exclude<Message, string>, count: number) => {
    plurals ??= new Intl.PluralRules(tag);
    return forms[plurals.select(count)] ?? forms.other ?? '';
  };
  const translate = (key: MessageKey, values: MessageValues = {}) => {
    const message = messages[key];
    const text = typeof message === 'string' ? message : pickForm(message, Number(values.count));
    return fitToSite(text, locale, site).replace(/\{(\w+)\}/g, (slot, name: string) => {
      const value = values[name] ?? (name === 'site' ? site : undefined);
      if (value === undefined) return slot;
      return typeof value === 'number' ? formatNumber(value) : value;
    });
  };
  return Object.assign(translate, { locale });
}

/** French elides “de” before a vowel, and Chinese sets no space between its own characters. */
function fitToSite(text: string, locale: Locale, site: string): string {
  if (locale === 'fr' && !/^[aeiouàâéèêëîïôùûœæ]/i.test(site)) return text.replace('d’{site}', 'de {site}');
  if (locale !== 'zh') return text;
  const fitted = /^\p{Script=Han}/u.test(site) ? text.replace(/(\p{Script=Han}) (?=\{site\})/gu, '$1') : text;
  return /\p{Script=Han}$/u.test(site) ? fitted.replace(/\{site\} (?=\p{Script=Han})/gu, '{site}') : fitted;
}
