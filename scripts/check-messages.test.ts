import { expect, test } from 'vitest';
import { type Locale, locales } from '#i18n/locales.ts';
import { findTextInComponents } from './message-check/component-text.ts';
import { type Dictionary, type Exceptions, findLanguageErrors } from './message-check/languages.ts';
import { findUsageErrors } from './message-check/message-use.ts';
import { parseSource } from './message-check/syntax-tree.ts';

function parse(files: Record<string, string>) {
  return new Map(Object.entries(files).map(([path, text]) => [path, parseSource(path, text)]));
}

const english = { 'a.title': 'A title', 'a.text': 'Of {name}', 'b.title': 'Another title' };
/** Uses every message, so that a test has only the error it is about. */
const everything = `t('a.title'); t('a.text', { name }); t('b.title');`;

function checkUsage(text: string, messages: Dictionary = english, others: Record<string, string> = {}) {
  return findUsageErrors(parse({ 'web/rest.ts': everything, 'web/page.tsx': text, ...others }), messages);
}

test('a correct source has no error', () => {
  expect(checkUsage('export const a = 1;')).toEqual([]);
});

test('finds a key without a message', () => {
  expect(checkUsage(`t('c.title');`)).toEqual(["web/page.tsx: no message 'c.title'"]);
  expect(checkUsage(`t(isLong ? 'c.title' : 'a.title');`)).toEqual(["web/page.tsx: no message 'c.title'"]);
  expect(checkUsage(`serverTranslator(locale)('c.title');`)).toEqual(["web/page.tsx: no message 'c.title'"]);
});

test('finds an unused message', () => {
  expect(checkUsage('', { ...english, 'c.title': 'Idle' })).toEqual(["en.json: nothing uses 'c.title'"]);
  const mentioned = `const id = 'c.title'; // t('c.title')`;
  expect(checkUsage(mentioned, { ...english, 'c.title': 'Idle' })).toEqual([
    "en.json: nothing uses 'c.title'",
  ]);
});

test.each([
  ['a computed key', 't(`a.$' + '{part}`);'],
  ['a joined key', `t('a.' + part);`],
  ['an undeclared variable', 't(key);'],
  ['a parameter', 'function label(key: MessageKey) { return t(key); }'],
  ['an untyped table', `const names = { a: 'a.title' }; t(names.a);`],
  ['an untyped list', `['a.title'].map((key) => t(key));`],
  ['a condition with an unknown branch', `t(isLong ? 'a.title' : key);`],
])('rejects %s', (_, text) => {
  expect(checkUsage(text)).toEqual([
    'web/page.tsx: the key of t() must be a literal or come from a table that satisfies MessageKey',
  ]);
});

test.each([
  ['by index', `const names = { a: 'c.title' } as const satisfies Record<Kind, MessageKey>; t(names[kind]);`],
  ['by property', `const names = { a: 'c.title' } satisfies Record<Kind, MessageKey>; t(names.a);`],
  ['with a type annotation', `const names: Record<Kind, MessageKey> = { a: 'c.title' }; t(names[kind]);`],
  [
    'also beside quoted names',
    `const names = { 'a.b': 'a.title', c: 'c.title' } satisfies Record<Kind, MessageKey>; t(names[kind]);`,
  ],
  [
    'as a list',
    `const keys = ['c.title'] as const satisfies readonly MessageKey[]; keys.map((key) => t(key));`,
  ],
  ['in a loop', `const keys = ['c.title'] satisfies MessageKey[]; for (const key of keys) t(key);`],
  [
    'by a column of the rows',
    `const rows = [{ id: 'x', name: 'c.title' }] as const satisfies readonly { id: string; name: MessageKey }[];
     const list = rows.map(({ name }) => <p>{t(name)}</p>);`,
  ],
  [
    'with a separate type',
    `interface Row { id: string; name: MessageKey }
     const rows: readonly Row[] = [{ id: 'x', name: 'c.title' }];
     for (const { name } of rows) t(name);`,
  ],
  [
    'through a variable',
    `const names = { a: 'c.title' } satisfies Record<Kind, MessageKey>; const key = names[kind]; t(key);`,
  ],
])('counts the keys of a table as used: %s', (_, text) => {
  expect(checkUsage(text, { ...english, 'c.title': 'A third' })).toEqual([]);
  expect(checkUsage(text)).toEqual(["web/page.tsx: no message 'c.title'"]);
});

test('counts the keys of an imported table as used', () => {
  const table = `export const names = { a: 'c.title' } as const satisfies Record<Kind, MessageKey>;`;
  const page = (from: string) => `import { names } from '${from}'; t(names[kind]);`;
  const messages = { ...english, 'c.title': 'A third' };
  expect(checkUsage(page('./names.ts'), messages, { 'web/names.ts': table })).toEqual([]);
  expect(checkUsage(page('#web/names.ts'), messages, { 'web/names.ts': table })).toEqual([]);
  expect(checkUsage(page('./others.ts'), messages, { 'web/names.ts': table })).toHaveLength(1);
});

test('requires exactly the slots of a message', () => {
  const slotError = (slots: string) => [`web/page.tsx: 'a.text' has the slots [name] but gets [${slots}]`];
  expect(checkUsage(`t('a.text');`)).toEqual(slotError(''));
  expect(checkUsage(`t('a.text', { nmae: 1 });`)).toEqual(slotError('nmae'));
  expect(checkUsage(`t('a.text', { name: 1, size });`)).toEqual(slotError('name, size'));
  expect(checkUsage(`t('a.text', { 'name': 1 });`)).toEqual([]);
  expect(checkUsage(`t('a.title', { name });`)).toEqual([
    "web/page.tsx: 'a.title' has the slots [] but gets [name]",
  ]);
  expect(checkUsage(`t('a.text', values);`)).toEqual([
    "web/page.tsx: the values of 'a.text' must be an object literal",
  ]);
  expect(checkUsage(`t('a.text', { ...values });`)).toHaveLength(1);
});

test('requires the slots of every message in a table', () => {
  const table = `const names = { a: 'a.text', b: 'b.title' } satisfies Record<Kind, MessageKey>;`;
  expect(checkUsage(`${table} t(names[kind], { name });`)).toEqual([
    "web/page.tsx: 'b.title' has the slots [] but gets [name]",
  ]);
  expect(checkUsage(`${table} t(names.a, { name });`)).toEqual([]);
});

test('requires the count for a message with plural forms, even if a form does not show it', () => {
  const messages = { ...english, 'c.files': { one: 'One file', other: '{count} files' } };
  expect(checkUsage(`t('c.files', { count });`, messages)).toEqual([]);
  expect(checkUsage(`t('c.files');`, messages)).toHaveLength(1);
});

test('rejects a translator under another name, whose keys would not be found', () => {
  const errors = ['web/page.tsx: name the translator t, so that its keys are found'];
  expect(checkUsage(`const word = useTranslator(); word('c.title');`)).toEqual(errors);
  expect(checkUsage(`function title(word: Translator) { return word('c.title'); }`)).toEqual(errors);
});

test.each([
  ['between tags', '<p>Hello</p>'],
  ['beside an expression', `<p>{t('a.title')} now</p>`],
  ['as an expression', `<p>{'Hello'}</p>`],
  ['as a template', '<p>{`Some files`}</p>'],
  ['as a branch of a condition', `<p>{isOpen ? 'Close' : t('a.title')}</p>`],
  ['after a condition', `<p>{isOpen && 'Close'}</p>`],
  ['joined', `<p>{'Hello ' + name}</p>`],
  ['in aria-label', '<button aria-label="Close" />'],
  ['in title, as an expression', `<button title={'Close'} />`],
  ['in placeholder', '<input placeholder="Your name" />'],
  ['in alt', '<img alt="A spool" />'],
  ['in a property of our own component', '<Section heading="Three steps" />'],
  ['in another script', '<p>关闭</p>'],
  ['in a table', `const rows = [{ name: 'Copy the link' }];`],
])('finds text in a component: %s', (_, text) => {
  expect(findTextInComponents(parse({ 'web/page.tsx': text }))).toHaveLength(1);
});

test('ignores names, symbols, classes, thrown errors and messages in a component', () => {
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
  const dictionary: Dictionary = { a: 'ข้อความ {name} 文字', b: 'คำ 词' };
  const all = Object.fromEntries(locales.map((locale) => [locale, dictionary])) as Record<Locale, Dictionary>;
  return { ...all, en: { a: 'The text of {name}', b: 'Word' }, ...changed };
}

test('ten correct languages have no error', () => {
  expect(findLanguageErrors(languages({}), noExceptions)).toEqual([]);
});

test.each([
  ['a missing message', { a: 'Ein Text {name}' }, "de.json: 'b' is missing"],
  ['an additional message', { a: 'Ein Text {name}', b: 'x', c: 'x' }, "de.json: 'c' is not in en.json"],
  ['a lost slot', { a: 'Ein Text', b: 'x' }, "de.json: 'a' must have the slots [name]"],
  ['a misspelt slot', { a: 'Ein Text {nmae}', b: 'x' }, "de.json: 'a' must have the slots [name]"],
  ['an additional slot', { a: 'Text {name}', b: '{name}' }, "de.json: 'b' must have the slots []"],
  ['a sentence left in English', { a: 'The text of {name}', b: 'x' }, "de.json: 'a' is still English"],
  [
    'a lost plural form',
    { a: 'Ein Text {name}', b: { other: 'Wörter' } },
    "de.json: 'b' must have the plural forms one, other",
  ],
])('finds %s', (_, de: Dictionary, error) => {
  expect(findLanguageErrors(languages({ de }), noExceptions)).toEqual([error]);
});

test('accepts a single word that is the same as in English', () => {
  expect(findLanguageErrors(languages({ de: { a: 'Ein Text {name}', b: 'Word' } }), noExceptions)).toEqual(
    [],
  );
});

test('rejects Chinese and Thai in Latin letters', () => {
  const th = { a: 'Khor kwam {name}', b: 'x' };
  expect(findLanguageErrors(languages({ th }), noExceptions)).toEqual(["th.json: 'a' is still English"]);
});

test('applies an exception to its languages only, and reports it when it is not needed', () => {
  const de = { a: 'The text of {name}', b: 'x' };
  const reason = 'a name';
  expect(findLanguageErrors(languages({ de }), { a: { in: ['de'], because: reason } })).toEqual([]);
  expect(findLanguageErrors(languages({ de }), { a: { in: ['fr'], because: reason } })).toEqual([
    "de.json: 'a' is still English",
    "the exception of 'a' is no longer needed",
  ]);
  expect(findLanguageErrors(languages({}), { b: { in: 'all', because: reason } })).toHaveLength(1);
});
