// `npm run messages`: writes a page with every message, its note, and its text with real values in its slots.
// `npm run messages -- de th page.html` writes only these languages, to this file.
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { isLocale, locales } from '#i18n/locales.ts';
import { renderMessagePage } from './message-check/message-page.ts';
import { readMessages, readNotes } from './message-check/read-messages.ts';

const { positionals } = parseArgs({ allowPositionals: true });
const path = positionals.find((text) => text.endsWith('.html')) ?? join(tmpdir(), 'unspool-messages.html');
const names = positionals.filter((text) => !text.endsWith('.html'));
const languages = names.filter(isLocale);
if (languages.length < names.length) {
  console.error(`Usage: npm run messages -- [${locales.join('|')}]... [file.html]`);
  process.exit(2);
}

const page = renderMessagePage(readMessages(), readNotes(), languages.length > 0 ? languages : locales);
writeFileSync(path, page);
console.log(path);
