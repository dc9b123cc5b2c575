import { readFileSync } from 'node:fs';
import { locales } from '#i18n/locales.ts';
import type { GlossaryEntry } from './glossary.ts';
import type { Dictionaries } from './languages.ts';
import type { MessageNotes } from './notes.ts';

const readJson = (name: string) => JSON.parse(readFileSync(`src/i18n/${name}.json`, 'utf8'));

export function readMessages(): Dictionaries {
  return Object.fromEntries(
    locales.map((locale) => [locale, readJson(`messages/${locale}`)]),
  ) as unknown as Dictionaries;
}

export const readNotes = (): MessageNotes => readJson('message-notes');
export const readGlossary = (): GlossaryEntry[] => readJson('glossary');
