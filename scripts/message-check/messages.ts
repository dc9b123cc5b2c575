import type { Message } from '#i18n/translate.ts';

/** The messages of one language, as its file has them. */
export type Dictionary = Readonly<Record<string, Message>>;

export function formsOf(message: Message): string[] {
  return typeof message === 'string' ? [message] : Object.values(message);
}

/** The slots a message wants, in alphabetical order. One with plural forms always wants the count. */
export function slotsOf(message: Message): string[] {
  const slots = formsOf(message).flatMap(slotsIn);
  return [...new Set(typeof message === 'string' ? slots : [...slots, 'count'])].sort();
}

export function slotsIn(text: string): string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}
