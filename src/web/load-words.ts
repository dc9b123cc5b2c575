import type { Messages } from '#i18n/translate.ts';

/** What this page's scripts can write so far: the page's translator reads it. Of a page on the server, nothing. */
const known = {} as Messages;

/** Adds a file of messages that the page names in `<html data-…>`: `words` are the page's own, `later` what is needed only after a link. */
export async function loadWords(part: 'words' | 'later'): Promise<Messages> {
  const address = document.documentElement.dataset[part];
  if (!address) throw new Error(`a page with scripts names no file of its ${part}`);
  const file: { default: Messages } = await import(/* @vite-ignore */ address);
  return Object.assign(known, file.default);
}
