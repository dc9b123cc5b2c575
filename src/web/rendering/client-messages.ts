import type { Messages } from '#i18n/translator.ts';

/** Shared with the page's translator, which sees later additions. Stays empty on the server. */
const loadedMessages = {} as Messages;

/** Adds a message file named in `<html data-…>`. `later` has the messages needed once a link is entered. */
export async function loadMessages(part: 'words' | 'later'): Promise<Messages> {
  const url = document.documentElement.dataset[part];
  if (!url) throw new Error(`a page with scripts names no file of its ${part}`);
  const file: { default: Messages } = await import(/* @vite-ignore */ url);
  return Object.assign(loadedMessages, file.default);
}

/** `later` has the start page's messages that are needed only once a link is entered. */
export type MessageBundle = 'start' | 'later' | 'contact' | 'blog' | 'admin';
