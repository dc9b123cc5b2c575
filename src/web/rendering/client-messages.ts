import type { Messages } from '#i18n/translator.ts';

/** Shared with the page's translator, which sees later additions. Stays empty on the server. */
const loadedMessages = {} as Messages;

export async function loadMessages(attribute: 'words' | 'later'): Promise<Messages> {
  const url = document.documentElement.dataset[attribute];
  if (!url) throw new Error(`<html> has no data-${attribute} attribute`);
  const file: { default: Messages } = await import(/* @vite-ignore */ url);
  return Object.assign(loadedMessages, file.default);
}

export type MessageBundle = 'start' | 'later' | 'contact' | 'blog' | 'admin';
