import { expect, test } from 'vitest';
import { type Locale, locales } from '#i18n/locales.ts';
import type { Message } from '#i18n/translator.ts';
import { type ArticleText, findEnglishInArticles } from './message-check/articles.ts';
import { findUnequalTranslations } from './message-check/equal-texts.ts';
import { findGlossaryErrors, type GlossaryEntry } from './message-check/glossary.ts';
import { type Dictionaries, type Dictionary, findLanguageErrors } from './message-check/languages.ts';
import { renderMessagePage } from './message-check/message-page.ts';
import { renderMessage, sampleValues } from './message-check/message-samples.ts';
import { findLengthErrors, findNoteErrors, type MessageNote } from './message-check/notes.ts';
import { findTypographyErrors, typographyRules } from './message-check/typography.ts';

/** Languages without a dictionary of their own have no messages. */
function dictionaries(known: Partial<Record<Locale, Dictionary>>): Dictionaries {
  return { ...(Object.fromEntries(locales.map((locale) => [locale, {}])) as Dictionaries), ...known };
}

const note: MessageNote = { where: 'Home page, button', kind: 'button', max: 20 };
const english: Dictionary = { 'a.save': 'Save', 'a.files': { one: 'A file', other: '{count} files' } };
const notes = { 'a.save': note, 'a.files': { ...note, slots: { count: 'number of files, e.g. 3' } } };

test('messages whose notes are complete have no error', () => {
  expect(findNoteErrors(english, notes)).toEqual([]);
});

test('requires a note for every message, and no other note', () => {
  const { 'a.save': _, ...others } = notes;
  expect(findNoteErrors(english, others)).toEqual(["notes.json: 'a.save' has no note"]);
  expect(findNoteErrors(english, { ...notes, 'a.old': note })).toEqual([
    "notes.json: 'a.old' is not in en.json",
  ]);
});

test.each([
  ['an unknown kind', { ...note, kind: 'btn' }, 'must have a kind out of button, link'],
  ['an empty place', { ...note, where: ' ' }, 'must say where the message is shown'],
  ['no maximum', { where: 'Home', kind: 'button' }, 'must have a maximum length'],
  ['a maximum in words', { ...note, max: '20' }, 'must have a maximum length'],
  ['an unknown field', { ...note, context: 'x' }, "has an unknown field 'context'"],
  ['a slot that the message lacks', { ...note, slots: { name: 'a name' } }, 'has the slots [], but its note'],
  ['an undescribed slot', { ...note, slots: { name: '' } }, 'must describe each slot in words'],
  ['another mark than true', { ...note, specified: 'yes' }, 'can only be marked as specified, or not'],
  ['a text instead of an object', 'Home page', 'must be an object'],
])('rejects a note with %s', (_, wrong, error) => {
  const errors = findNoteErrors(english, { ...notes, 'a.save': wrong as MessageNote });
  expect(errors).toEqual([expect.stringContaining(`'a.save' ${error}`)]);
});

test('requires a note to describe the slots of the message, with the count of plural forms', () => {
  expect(findNoteErrors(english, { ...notes, 'a.files': note })).toEqual([
    "notes.json: 'a.files' has the slots [count], but its note []",
  ]);
});

test('finds a text that is longer than its place, in characters as readers count them', () => {
  const short = { 'a.save': { ...note, max: 4 } };
  expect(findLengthErrors(dictionaries({ en: english, th: { 'a.save': 'กู้ดี' } }), short)).toEqual([]);
  expect(findLengthErrors(dictionaries({ de: { 'a.save': 'Speichern' } }), short)).toEqual([
    "de.json: 'a.save' has 9 characters, but there is space for 4",
  ]);
  const plural = { 'a.save': { one: 'Ja', other: 'Sicher' } };
  expect(findLengthErrors(dictionaries({ de: plural }), short)).toHaveLength(1);
});

test('the plural form for millions is optional, and must differ from the others', () => {
  const forms = { one: '{count} fichero', other: '{count} ficheros' };
  const check = (es: Message) => {
    const files = { one: '{count} file', other: '{count} files' };
    const errors = findLanguageErrors(dictionaries({ en: { a: files }, es: { a: es } }), {});
    return errors.filter((error) => error.startsWith('es.json'));
  };
  expect(check(forms)).toEqual([]);
  expect(check({ ...forms, many: '{count} de ficheros' })).toEqual([]);
  expect(check({ ...forms, many: forms.other })).toEqual([
    "es.json: 'a' has a plural form 'many' that is the same as 'other'",
  ]);
  expect(check({ ...forms, few: '{count}' })).toEqual(["es.json: 'a' must have the plural forms one, other"]);
});

const glossary: GlossaryEntry[] = [
  {
    concept: 'image',
    terms: { en: { use: 'image', not: ['picture*'] }, th: { use: 'รูปภาพ', not: ['/(?<!รูป)ภาพ/'] } },
  },
  { concept: 'time', keys: '^b\\.', terms: { en: { use: 'time', not: ['moment'] } } },
  {
    concept: 'reader',
    terms: { zh: { use: '你', not: ['您'] }, vi: { use: 'độc giả', not: ['người đọc'] } },
  },
];
const findForbidden = (locale: Locale, text: string, key = 'a.text') =>
  findGlossaryErrors(dictionaries({ [locale]: { [key]: text } }), glossary, []);

test('names the forbidden word, its message and the right term', () => {
  expect(findForbidden('en', 'Two Pictures of it')).toEqual([
    "en.json: 'a.text' says “Pictures”; use “image” (image)",
  ]);
  expect(findForbidden('vi', 'Người đọc thấy')).toEqual([
    "vi.json: 'a.text' says “Người đọc”; use “độc giả” (reader)",
  ]);
});

test('finds whole words only, except in languages without spaces between words', () => {
  expect(findForbidden('en', 'Depicture {picture}')).toEqual([]);
  expect(findForbidden('zh', '请您保存')).toHaveLength(1);
  expect(findForbidden('th', 'ลบภาพนี้')).toHaveLength(1);
  expect(findForbidden('th', 'ลบรูปภาพนี้')).toEqual([]);
});

test('restricts a concept to the messages that mean it', () => {
  expect(findForbidden('en', 'In a moment')).toEqual([]);
  expect(findForbidden('en', 'In a moment', 'b.text')).toHaveLength(1);
});

test('checks every plural form', () => {
  const forms = { one: '{count} image', other: '{count} pictures' };
  expect(findGlossaryErrors(dictionaries({ en: { a: forms } }), glossary, [])).toHaveLength(1);
});

test('accepts a forbidden word with a reason, and reports a reason that is not needed', () => {
  const en = dictionaries({ en: { 'a.text': 'The picture' } });
  const exception = {
    word: 'picture*',
    languages: ['en'],
    keys: ['a.text'],
    because: 'the name of a film',
  } as const;
  expect(findGlossaryErrors(en, glossary, [exception])).toEqual([]);
  expect(findGlossaryErrors(en, glossary, [{ ...exception, keys: ['b.text'] }])).toHaveLength(2);
});

const findBroken = (locale: Locale, message: Message, values: Record<string, string> = {}) =>
  findTypographyErrors(dictionaries({ [locale]: { a: message } }), () => [values], []).map(
    (error) => /has (.*?): /.exec(error.replace(' ; : ! ? « »', ''))?.[1],
  );

const correctTexts: Partial<Record<Locale, string[]>> = {
  en: ['“We’ll be back …”', 'Loading…', 'threads.com/@username/post/...', 'A – B'],
  es: ['¿Quitar “{name}”?', '¡Listo!'],
  fr: ['«\u202f{name}\u202f»', 'Prêt\u202f; déjà\u202f: oui\u202f!', 'À 12:30'],
  de: ['„{name}“', 'Wird geladen\u00a0…'],
  zh: ['请用 {name} 打开“{name}”。', '共 {date}到期', '应用出错！ | Unspool', '（MP4）'],
  th: ['ช้า ๆ', 'ใน 3.2 วินาที'],
};

test.each(Object.entries(correctTexts))('correct texts in %s have no error', (locale, texts) => {
  for (const text of texts) {
    expect(findBroken(locale as Locale, text, { name: 'Ada', date: '2 日' }), text).toEqual([]);
  }
});

const brokenTexts: readonly [string, Locale, string][] = [
  ['straight quotes or apostrophes', 'it', "L'immagine"],
  ['straight quotes or apostrophes', 'en', 'The "file"'],
  ['a hyphen as a dash', 'id', 'MP4 - siap'],
  ['three dots in place of “…”', 'pt', 'Salvando...'],
  ['a space before the mark', 'vi', 'Xong !'],
  ['quotation marks of another language', 'es', '«{name}»'],
  ['quotation marks of another language', 'fr', '“{name}”'],
  ['quotation marks of another language', 'de', '„{name}”'],
  ['“ without ”', 'en', 'The “file'],
  ['« without »', 'fr', '«\u202fVoilà'],
  ['„ without “', 'de', '„Datei'],
  ['¿ without ?', 'es', 'Seguro?'],
  ['¡ without !', 'es', 'Listo!'],
  ['（ without ）', 'zh', '（声音'],
  ['no narrow no-break space (U+202F) at', 'fr', 'Déjà\u00a0: oui'],
  ['no narrow no-break space (U+202F) at', 'fr', 'Prêt !'],
  ['no narrow no-break space (U+202F) at', 'fr', '« Oui\u202f»'],
  ['no no-break space before “…”', 'de', 'Wird geladen …'],
  ['half-width punctuation', 'zh', '完成.'],
  ['half-width punctuation', 'zh', '好,请重试'],
  ['no space between Chinese and Latin letters or digits', 'zh', '用{name}撰写'],
  ['a space between Chinese characters or at Chinese punctuation', 'zh', '已于 {date} 到期'],
  ['a space between Chinese characters or at Chinese punctuation', 'zh', '完成。 请关闭'],
  ['a full stop', 'th', 'เสร็จแล้ว.'],
  ['no space before ๆ', 'th', 'ช้าๆ'],
];

test.each(brokenTexts)('finds %s in %s: %s', (rule, locale, text) => {
  expect(findBroken(locale, text, { name: 'Ada', date: '2日' })).toContain(rule);
});

test('every rule of typography is shown to find something', () => {
  const shown = new Set(brokenTexts.map(([rule]) => rule));
  expect([...typographyRules].filter((rule) => !shown.has(rule.replace(' ; : ! ? « »', '')))).toEqual([]);
});

test('applies a typographic exception to its rule only, and reports it when it is not needed', () => {
  const exception = {
    rule: 'straight quotes or apostrophes',
    keys: ['a'],
    languages: 'all',
    because: 'JSON',
  } as const;
  const check = (text: string) =>
    findTypographyErrors(dictionaries({ en: { a: text } }), () => [{}], [exception]);
  expect(check('"url"')).toEqual([]);
  expect(check('"url"...')).toHaveLength(1);
  expect(check('url')).toEqual(['the exception for straight quotes or apostrophes in a is no longer needed']);
});

test('requires one translation for one English text, unless there is a reason', () => {
  const texts = dictionaries({
    en: { a: 'Next', b: 'Next', c: 'Back' },
    de: { a: 'Weiter', b: 'Nächstes', c: 'Zurück' },
  });
  expect(findUnequalTranslations(texts, [])).toEqual([
    `de.json: the same in English, but translated differently: 'a' "Weiter", 'b' "Nächstes"`,
  ]);
  const exception = { keys: ['b'], languages: ['de'], because: 'a file, not a page' } as const;
  expect(findUnequalTranslations(texts, [exception])).toEqual([]);
  expect(findUnequalTranslations(texts, [{ ...exception, languages: ['fr'] }])).toHaveLength(2);
  const equal = dictionaries({ en: { a: 'Next', b: 'Next' }, de: { a: 'Weiter', b: 'Weiter' } });
  expect(findUnequalTranslations(equal, [])).toEqual([]);
});

function article(locale: Locale, content: string, fields: Partial<ArticleText> = {}): ArticleText {
  const headers = { title: locale, excerpt: locale, seo_title: locale, seo_description: locale };
  return { locale, content, ...headers, cover_alt: locale, ...fields };
}

test.each([
  ['a code sample', '<pre><code>12 MB = 3.2 megabits per second</code></pre>'],
  ['a line of a code sample', '<pre><code>a = b\nWhy: the angle of the blade</code></pre>'],
  ['an alt text', '<p><img src="a.jpg" alt="Two boats in fog"></p>'],
  ['a sentence', '<p>Eins. This sentence is still English. Zwei.</p>'],
  ['a caption', '<figure><figcaption>Boats in the fog</figcaption></figure>'],
])('finds %s of an article that is still English', (_, html) => {
  const posts = [article('en', `<p>One.</p>${html}`), article('de', `<p>Eins.</p>${html}`)];
  expect(findEnglishInArticles({ fog: posts }, [])).toEqual([
    expect.stringContaining('fog/de.html: still English: '),
  ]);
});

test('finds an English title or cover description of a translated article', () => {
  const fields = { title: 'Boats in the fog', cover_alt: 'Two boats in fog' };
  const posts = [article('en', '', fields), article('de', '', fields)];
  expect(findEnglishInArticles({ fog: posts }, [])).toHaveLength(2);
});

test('ignores formulas, URLs, commands and names that are the same in every language', () => {
  const html = `<p>MP4, JPG, PNG</p><pre><code>12 MB × 8 ÷ 30 s
https://threads.com/@username/post/the-boats-in-fog
GET /media/boats.jpg</code></pre>`;
  expect(findEnglishInArticles({ fog: [article('en', html), article('de', html)] }, [])).toEqual([]);
});

test('accepts English in an article with a reason, and reports a reason that is not needed', () => {
  const posts = [article('en', '<pre>return the date</pre>'), article('de', '<pre>return the date</pre>')];
  const exception = { article: 'fog', text: 'return the date', languages: 'all', because: 'code' } as const;
  expect(findEnglishInArticles({ fog: posts }, [exception])).toEqual([]);
  expect(findEnglishInArticles({ fog: posts }, [{ ...exception, text: 'other' }])).toHaveLength(2);
});

test('renders a message with several values, as the app formats them', () => {
  const forms = { one: '{count} Datei', other: '{count} Dateien' };
  expect(renderMessage('de', 'zip.files', forms)).toEqual([
    '1 Datei',
    '2 Dateien',
    '5 Dateien',
    '11 Dateien',
  ]);
  expect(renderMessage('it', 'admin.keys.until', 'Fino al {date}')).toEqual([
    'Fino al 8 dicembre 2026',
    'Fino al 11 novembre 2026',
  ]);
  expect(renderMessage('vi', 'admin.run.task', '{language}')).toContain('tiếng Đức');
});

test('takes a sample for the key before one for the slot', () => {
  expect(sampleValues('en', 'verification.sum', '{left} + {right}')).toEqual([{ left: '7', right: '4' }]);
});

test('requires a sample for every slot', () => {
  expect(() => renderMessage('en', 'a.text', 'The {thing}')).toThrow(
    "message-samples.ts: 'a.text' needs a sample for {thing}",
  );
});

test('shows each message with its note in the requested languages, and marks long and missing texts', () => {
  const texts = dictionaries({
    en: { 'home.files': { one: '{count} file', other: '{count} files' }, 'home.save': 'Save' },
    de: { 'home.files': { one: '{count} Datei', other: '{count} <Dateien>' } },
  });
  const html = renderMessagePage(
    texts,
    { 'home.files': { ...note, max: 13, slots: { count: 'number of files' } } },
    ['en', 'de'],
  );
  for (const part of ['11 files', '1 Datei', '5 &lt;Dateien&gt;', 'Home page, button', 'number of files']) {
    expect(html).toContain(part);
  }
  expect(html.match(/(?<=class="wrong">)[^<]+/g)).toEqual(['17 characters', 'no note', 'missing']);
  expect(renderMessagePage(texts, {}, ['en'])).not.toContain('Datei');
});
