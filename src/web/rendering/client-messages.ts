import { defaultLocale, isLocale } from '#i18n/locales.ts';
import { createTranslator, type Messages, type Translator } from '#i18n/translator.ts';
import { readAppearance } from '../appearance/appearance.ts';

/** Shared with the page's translator, which sees later additions. Stays empty on the server. */
const loadedMessages = {} as Messages;

export async function loadMessages(attribute: 'words' | 'later'): Promise<Messages> {
  const url = document.documentElement.dataset[attribute];
  if (!url) throw new Error(`<html> has no data-${attribute} attribute`);
  const file: { default: Messages } = await import(/* @vite-ignore */ url);
  return Object.assign(loadedMessages, file.default);
}

/** The translator of a page that the server has rendered. */
export async function loadTranslator(): Promise<Translator> {
  const { locale } = document.documentElement.dataset;
  const { siteName } = readAppearance();
  return createTranslator(isLocale(locale) ? locale : defaultLocale, await loadMessages('words'), siteName);
}

/** For code that the page loads later. Resolves at once if the page has all of its messages from the start. */
export async function loadLaterMessages(): Promise<void> {
  if (document.documentElement.dataset.later) await loadMessages('later');
}

export type MessageBundle = 'start' | 'later' | 'contact' | 'blog' | 'admin' | 'editor' | 'lists' | 'data';
