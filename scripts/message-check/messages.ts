import type { Message } from '../../src/i18n/translator.ts';

export type Dictionary = Readonly<Record<string, Message>>;

export function listForms(message: Message): string[] {
  return typeof message === 'string' ? [message] : Object.values(message);
}

/** In alphabetical order. A message with plural forms always requires the count. */
export function listSlots(message: Message): string[] {
  const slots = listForms(message).flatMap(findSlots);
  return [...new Set(typeof message === 'string' ? slots : [...slots, 'count'])].sort();
}

export function findSlots(text: string): string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}
