import { expect, test } from 'vitest';
import { createTranslator } from '#i18n/translator.ts';
import { messages } from '#test/support/messages.ts';
import { findSlashCommands } from './slash-menu-extension.ts';

const translators = { en: createTranslator('en', messages.en), de: createTranslator('de', messages.de) };
const find = (locale: 'en' | 'de', query: string) =>
  findSlashCommands(translators[locale], query).map(({ label }) => label);

test.each([
  ['quo', ['Quote']],
  ['h2', ['Heading 2']],
  ['photo', ['Image', 'Gallery']],
  ['hr', ['Divider', 'Threads post']],
  ['list', ['Bullet list', 'Numbered list']],
  ['eading', ['Heading 1', 'Heading 2', 'Heading 3']],
])('“%s” finds %s', (query, expected) => {
  expect(find('en', query)).toEqual(expected);
});

test.each([
  ['uber', ['Überschrift 1', 'Überschrift 2', 'Überschrift 3']],
  ['quote', ['Zitat']],
])('in German, “%s” finds %s by the German or the English name', (query, expected) => {
  expect(find('de', query)).toEqual(expected);
});
