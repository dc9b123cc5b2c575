// `npm run i18n:check`: every interface text is a message, every message exists in ten languages and has a note, and
// the texts follow the glossary and the typography of their language. Also finds English in translated articles.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { parseSeedFile } from '#database/seed.ts';
import { locales } from '#i18n/locales.ts';
import { type ArticleText, findEnglishInArticles } from './message-check/articles.ts';
import { findTextInComponents } from './message-check/component-text.ts';
import { findUnequalTranslations } from './message-check/equal-texts.ts';
import {
  articleExceptions,
  equalTextExceptions,
  glossaryExceptions,
  mayEqualEnglish,
  typographyExceptions,
} from './message-check/exceptions.ts';
import { findGlossaryErrors } from './message-check/glossary.ts';
import { type Dictionaries, findLanguageErrors } from './message-check/languages.ts';
import { sampleValues } from './message-check/message-samples.ts';
import { findUsageErrors } from './message-check/message-use.ts';
import { findLengthErrors, findNoteErrors } from './message-check/notes.ts';
import { readGlossary, readMessages, readNotes } from './message-check/read-messages.ts';
import { parseSource } from './message-check/syntax-tree.ts';
import { findTypographyErrors } from './message-check/typography.ts';

const messages = readMessages();
const notes = readNotes();

const paths = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((path) => path.split(sep).join('/'))
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|\/fixtures\/|\.d\.ts$/.test(path));
const sources = new Map(
  paths.map((path) => [path, parseSource(path, readFileSync(join('src', path), 'utf8'))]),
);

const articlesFolder = 'src/database/seed/articles';
const articles = Object.fromEntries(
  readdirSync(articlesFolder).map((key) => [key, readArticle(join(articlesFolder, key))]),
);

function readArticle(folder: string): ArticleText[] {
  return locales.flatMap((locale) => {
    const path = join(folder, `${locale}.html`);
    return existsSync(path) ? { ...parseSeedFile(locale, readFileSync(path, 'utf8')), locale } : [];
  });
}

const checkedTexts: Dictionaries = {
  ...messages,
  en: Object.fromEntries(Object.entries(messages.en).filter(([key]) => !notes[key]?.specified)),
};

const errors = [
  ...findUsageErrors(sources, messages.en),
  ...findTextInComponents(sources),
  ...findLanguageErrors(messages, mayEqualEnglish),
  ...findNoteErrors(messages.en, notes),
  ...findLengthErrors(messages, notes),
  ...findGlossaryErrors(checkedTexts, readGlossary(), glossaryExceptions),
  ...findTypographyErrors(checkedTexts, sampleValues, typographyExceptions),
  ...findUnequalTranslations(messages, equalTextExceptions),
  ...findEnglishInArticles(articles, articleExceptions),
];
for (const error of errors) console.error(error);
if (errors.length > 0) process.exit(1);
console.log(`${Object.keys(messages.en).length} messages in ${locales.length} languages: no errors`);
