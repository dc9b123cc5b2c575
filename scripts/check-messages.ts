// `npm run i18n:check`: every interface text is a message, and every message exists in ten languages.
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { type Locale, locales } from '#i18n/locales.ts';
import { findTextInComponents } from './message-check/component-text.ts';
import { type Dictionary, type Exceptions, findLanguageErrors } from './message-check/languages.ts';
import { findUsageErrors } from './message-check/message-use.ts';
import { parseSource } from './message-check/syntax-tree.ts';

const mayEqualEnglish: Exceptions = {
  'form.placeholder': { in: 'all', because: 'the pattern of a URL' },
};

const messages = Object.fromEntries(
  locales.map((locale) => [
    locale,
    JSON.parse(readFileSync(`src/i18n/messages/${locale}.json`, 'utf8')) as Dictionary,
  ]),
) as Record<Locale, Dictionary>;

const paths = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((path) => path.split(sep).join('/'))
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|\/fixtures\/|\.d\.ts$/.test(path));
const sources = new Map(
  paths.map((path) => [path, parseSource(path, readFileSync(join('src', path), 'utf8'))]),
);

const errors = [
  ...findUsageErrors(sources, messages.en),
  ...findTextInComponents(sources),
  ...findLanguageErrors(messages, mayEqualEnglish),
];
for (const error of errors) console.error(error);
if (errors.length > 0) process.exit(1);
console.log(`${Object.keys(messages.en).length} messages in ${locales.length} languages: no errors`);
