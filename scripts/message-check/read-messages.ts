import { readdirSync, readFileSync } from 'node:fs';
import { locales } from '#i18n/locales.ts';
import type { GlossaryEntry } from './glossary.ts';
import type { Dictionaries } from './languages.ts';
import type { MessageNotes } from './notes.ts';

const readJson = (name: string) => JSON.parse(readFileSync(`src/i18n/${name}.json`, 'utf8'));

/** The files of a name in the folders of the messages. Throws if two have the same key. */
function readParts(name: string): object {
  const all = {};
  for (const part of readdirSync('src/i18n/messages').sort()) {
    for (const [key, value] of Object.entries(readJson(`messages/${part}/${name}`))) {
      if (Object.hasOwn(all, key))
        throw new Error(`messages/${part}/${name}.json: '${key}' is also in another folder`);
      Object.assign(all, { [key]: value });
    }
  }
  return all;
}

export const readMessages = () =>
  Object.fromEntries(locales.map((locale) => [locale, readParts(locale)])) as unknown as Dictionaries;

export const readNotes = () => readParts('notes') as MessageNotes;
export const readGlossary = (): GlossaryEntry[] => readJson('glossary');
