import { expect, test } from 'vitest';
import { type Locale, locales } from '#i18n/locales.ts';
import { findTextInComponents } from './message-check/component-text.ts';
import { type Exceptions, findLanguageFaults } from './message-check/languages.ts';
import { findUseFaults } from './message-check/message-use.ts';
import type { Dictionary } from './message-check/messages.ts';
import { parseSource } from './message-check/syntax-tree.ts';

function parse(files: Record<string, string>) {
  return new Map(Object.entries(files).map(([path, text]) => [path, parseSource(path, text)]));
}

const english = { 'a.title': 'A title', 'a.text': 'Of {name}', 'b.title': 'Another title' };
/** Uses everything, so that each test has one fault only. */
const everything = `t('a.title'); t('a.text', { name }); t('b.title');`;

function useFaults(text: string, messages: Dictionary = english, others: Record<string, string> = {}) {
  return findUseFaults(parse({ 'web/rest.ts': everything, 'web/page.tsx': text, ...others }), messages);
}

test('a good source has no fault', () => {
  expect(useFaults('export const a = 1;')).toEqual([]);
});

test('a key without a message is found', () => {
  expect(useFaults(`t('c.title');`)).toEqual(["web/page.tsx: no message 'c.title'"]);
  expect(useFaults(`t(isLong ? 'c.title' : 'a.title');`)).toEqual(["web/page.tsx: no message 'c.title'"]);
  expect(useFaults(`serverTranslator(locale)('c.title');`)).toEqual(["web/page.tsx: no message 'c.title'"]);
});

test('a message that nothing asks for is found', () => {
  expect(useFaults('', { ...english, 'c.title': 'Idle' })).toEqual(["en.json: nothing uses 'c.title'"]);
  const mentioned = `const id = 'c.title'; // t('c.title')`;
  expect(useFaults(mentioned, { ...english, 'c.title': 'Idle' })).toEqual([
    "en.json: nothing uses 'c.title'",
  ]);
});

test.each([
  ['a computed key', 't(`a.$' + '{part}`);'],
  ['a joined key', `t('a.' + part);`],
  ['a key from nowhere', 't(key);'],
  ['a parameter', 'function label(key: MessageKey) { return t(key); }'],
  ['a table that promises nothing', `const names = { a: 'a.title' }; t(names.a);`],
  ['a list that promises nothing', `['a.title'].map((key) => t(key));`],
  ['half a choice', `t(isLong ? 'a.title' : key);`],
])('%s is refused', (_, text) => {
  expect(useFaults(text)).toEqual([
    'web/page.tsx: t() has a key that is neither written out nor from a table that satisfies MessageKey',
  ]);
});

test.each([
  ['by index', `const names = { a: 'c.title' } as const satisfies Record<Kind, MessageKey>; t(names[kind]);`],
  ['by property', `const names = { a: 'c.title' } satisfies Record<Kind, MessageKey>; t(names.a);`],
  ['with a type at its name', `const names: Record<Kind, MessageKey> = { a: 'c.title' }; t(names[kind]);`],
  [
    'as a list',
    `const keys = ['c.title'] as const satisfies readonly MessageKey[]; keys.map((key) => t(key));`,
  ],
  ['in a loop', `const keys = ['c.title'] satisfies MessageKey[]; for (const key of keys) t(key);`],
  [
    'by a column of its rows',
    `const rows = [{ id: 'x', name: 'c.title' }] as const satisfies readonly { id: string; name: MessageKey }[];
     const list = rows.map(({ name }) => <p>{t(name)}</p>);`,
  ],
  [
    'with a type of its own',
    `interface Row { id: string; name: MessageKey }
     const rows: readonly Row[] = [{ id: 'x', name: 'c.title' }];
     for (const { name } of rows) t(name);`,
  ],
  [
    'through a variable',
    `const names = { a: 'c.title' } satisfies Record<Kind, MessageKey>; const key = names[kind]; t(key);`,
  ],
])('a table of keys counts as use: %s', (_, text) => {
  expect(useFaults(text, { ...english, 'c.title': 'A third' })).toEqual([]);
  expect(useFaults(text)).toEqual(["web/page.tsx: no message 'c.title'"]);
});

test('a table of keys counts through an import', () => {
  const table = `export const names = { a: 'c.title' } as const satisfies Record<Kind, MessageKey>;`;
  const page = (from: string) => `import { names } from '${from}'; t(names[kind]);`;
  const messages = { ...english, 'c.title': 'A third' };
  expect(useFaults(page('./names.ts'), messages, { 'web/names.ts': table })).toEqual([]);
  expect(useFaults(page('#web/names.ts'), messages, { 'web/names.ts': table })).toEqual([]);
  expect(useFaults(page('./others.ts'), messages, { 'web/names.ts': table })).toHaveLength(1);
});

test('a message is given its slots, all of them and no other', () => {
  const fault = (given: string) => [`web/page.tsx: 'a.text' has the slots [name] and is given [${given}]`];
  expect(useFaults(`t('a.text');`)).toEqual(fault(''));
  expect(useFaults(`t('a.text', { nmae: 1 });`)).toEqual(fault('nmae'));
  expect(useFaults(`t('a.text', { name: 1, size });`)).toEqual(fault('name, size'));
  expect(useFaults(`t('a.text', { 'name': 1 });`)).toEqual([]);
  expect(useFaults(`t('a.title', { name });`)).toEqual([
    "web/page.tsx: 'a.title' has the slots [] and is given [name]",
  ]);
  expect(useFaults(`t('a.text', values);`)).toEqual([
    "web/page.tsx: the values of 'a.text' are not written out",
  ]);
  expect(useFaults(`t('a.text', { ...values });`)).toHaveLength(1);
});

test('each row of a table is given its slots', () => {
  const table = `const names = { a: 'a.text', b: 'b.title' } satisfies Record<Kind, MessageKey>;`;
  expect(useFaults(`${table} t(names[kind], { name });`)).toEqual([
    "web/page.tsx: 'b.title' has the slots [] and is given [name]",
  ]);
  expect(useFaults(`${table} t(names.a, { name });`)).toEqual([]);
});

test('a message with plural forms is given the count, even when a form does not say it', () => {
  const messages = { ...english, 'c.files': { one: 'One file', other: '{count} files' } };
  expect(useFaults(`t('c.files', { count });`, messages)).toEqual([]);
  expect(useFaults(`t('c.files');`, messages)).toHaveLength(1);
});

test('a translator under another name is refused: its keys would not be found', () => {
  const fault = ['web/page.tsx: call the translator t, so that its keys are found'];
  expect(useFaults(`const word = useTranslator(); word('c.title');`)).toEqual(fault);
  expect(useFaults(`function title(word: Translator) { return word('c.title'); }`)).toEqual(fault);
});

test.each([
  ['between tags', '<p>Hello</p>'],
  ['beside an expression', `<p>{t('a.title')} now</p>`],
  ['as an expression', `<p>{'Hello'}</p>`],
  ['as a template', '<p>{`Some files`}</p>'],
  ['as one of two', `<p>{isOpen ? 'Close' : t('a.title')}</p>`],
  ['after a condition', `<p>{isOpen && 'Close'}</p>`],
  ['joined', `<p>{'Hello ' + name}</p>`],
  ['in aria-label', '<button aria-label="Close" />'],
  ['in title, as an expression', `<button title={'Close'} />`],
  ['in placeholder', '<input placeholder="Your name" />'],
  ['in alt', '<img alt="A spool" />'],
  ['in a property of a component of ours', '<Section heading="Three steps" />'],
  ['in another script', '<p>关闭</p>'],
  ['in a table', `const rows = [{ name: 'Copy the link' }];`],
])('text in a component is found: %s', (_, text) => {
  expect(findTextInComponents(parse({ 'web/page.tsx': text }))).toHaveLength(1);
});

test('names, signs, classes, thrown errors and messages are no text in a component', () => {
  const text = `
    import { Large } from './Two words.tsx';
    const page = <p className="Large text here" id="main" aria-label={t('a.title')}>
      Unspool · {t('a.title')}, 24 / 7 &nbsp;&copy; {state === 'open' && <b>{count}</b>}
      <img alt="" data-state="Is open" /> <Link to="/about">Threads</Link>
    </p>;
    throw new Error('A bug of ours');`.replace(/import.*\n/, '');
  expect(findTextInComponents(parse({ 'web/page.tsx': text }))).toEqual([]);
  expect(findTextInComponents(parse({ 'http/page.tsx': '<p>Hello</p>' }))).toEqual([]);
});

const noExceptions: Exceptions = {};

function languages(changed: Partial<Record<Locale, Dictionary>>): Record<Locale, Dictionary> {
  const own: Dictionary = { a: 'ข้อความ {name} 文字', b: 'คำ 词' };
  const all = Object.fromEntries(locales.map((locale) => [locale, own])) as Record<Locale, Dictionary>;
  return { ...all, en: { a: 'The text of {name}', b: 'Word' }, ...changed };
}

test('ten good languages have no fault', () => {
  expect(findLanguageFaults(languages({}), noExceptions)).toEqual([]);
});

test.each([
  ['a missing message', { a: 'Ein Text {name}' }, "de.json: 'b' is missing"],
  ['one too many', { a: 'Ein Text {name}', b: 'x', c: 'x' }, "de.json: 'c' is in no other language"],
  ['a lost slot', { a: 'Ein Text', b: 'x' }, "de.json: 'a' must have the slots [name]"],
  ['a misspelt slot', { a: 'Ein Text {nmae}', b: 'x' }, "de.json: 'a' must have the slots [name]"],
  ['a slot too many', { a: 'Text {name}', b: '{name}' }, "de.json: 'b' must have the slots []"],
  ['a sentence left in English', { a: 'The text of {name}', b: 'x' }, "de.json: 'a' is still English"],
  [
    'a lost plural form',
    { a: 'Ein Text {name}', b: { other: 'Wörter' } },
    "de.json: 'b' must have the plural forms one, other",
  ],
])('%s is found', (_, de: Dictionary, fault) => {
  expect(findLanguageFaults(languages({ de }), noExceptions)).toEqual([fault]);
});

test('one word may be the same as in English', () => {
  expect(findLanguageFaults(languages({ de: { a: 'Ein Text {name}', b: 'Word' } }), noExceptions)).toEqual(
    [],
  );
});

test('Chinese and Thai are not written in Latin letters', () => {
  const th = { a: 'Khor kwam {name}', b: 'x' };
  expect(findLanguageFaults(languages({ th }), noExceptions)).toEqual(["th.json: 'a' is still English"]);
});

test('an exception holds for its languages, and ends when it is not needed', () => {
  const de = { a: 'The text of {name}', b: 'x' };
  const because = 'a name';
  expect(findLanguageFaults(languages({ de }), { a: { in: ['de'], because } })).toEqual([]);
  expect(findLanguageFaults(languages({ de }), { a: { in: ['fr'], because } })).toEqual([
    "de.json: 'a' is still English",
    "the exception of 'a' is no longer needed",
  ]);
  expect(findLanguageFaults(languages({}), { b: { in: 'all', because } })).toHaveLength(1);
});
