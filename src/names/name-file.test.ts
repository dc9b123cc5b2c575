import fc from 'fast-check';
import { expect, test } from 'vitest';
import { extensionBytes, maxFileNameBytes, type NamedItem, type NamedPost, nameTokens } from './contract.ts';
import { nameFile } from './name-file.ts';
import { type NameTemplate, readTemplate } from './read-template.ts';
import { safeFileName } from './safe-file-name.ts';

const post: NamedPost = {
  username: 'maker.of_things',
  code: 'DQx1aB-_9Zz',
  text: 'Morning light\nat the harbour',
  publishedAt: '2026-11-21T23:30:00.000Z',
};

const itemAt = (index: number, count = 12, type = 'image'): NamedItem => ({
  displayName: `Image ${index}`,
  type,
  index,
  count,
});

function read(text: string): NameTemplate {
  const template = readTemplate(text);
  if (!template.ok) throw new Error(`${text}: ${template.error.code}`);
  return template.value;
}

const named = (template: string, item = itemAt(3), of: Partial<NamedPost> = {}) =>
  nameFile(read(template), { ...post, ...of }, item);

test.each([
  ['{user}_{code}_{index}', 'maker.of_things_DQx1aB-_9Zz_03'],
  ['{index} {type} {date}', '03 image 2026-11-21'],
  ['{text}-{index}', 'Morning light at the harbour-03'],
  ['{ USER }{Index}', 'maker.of_things03'],
  ['วันหยุด {index}', 'วันหยุด 03'],
])('%s makes %s', (template, name) => {
  expect(named(template)).toBe(name);
});

test('the place has as many digits as the last one, two at least', () => {
  expect(named('{index}', itemAt(7, 120))).toBe('007');
  expect(named('{index}', itemAt(1, 1))).toBe('01');
});

test('a template without the place gets it at the end, where there is more than one file', () => {
  expect(named('{user}')).toBe('maker.of_things_03');
  expect(named('{user}', itemAt(1, 1))).toBe('maker.of_things');
});

test('what the post does not say leaves no separator behind', () => {
  expect(named('{user}_{text}_{index}', itemAt(3), { text: '' })).toBe('maker.of_things_03');
  expect(named('{text} - {index}', itemAt(3), { text: ' \n ' })).toBe('_ 03');
  expect(named('{index}_{date}', itemAt(3), { publishedAt: '' })).toBe('03');
  expect(named('{text}', itemAt(1, 1), { text: '' })).toBe('file');
});

test('a text is cut alike for every kind of file, and two texts share the bytes there are', () => {
  const long = { text: 'a'.repeat(900) };
  expect(named('{text}_{text} {index}', itemAt(3), long)).toBe(`${'a'.repeat(69)}_${'a'.repeat(69)} 03`);
  for (const type of ['gif', 'image', 'video']) {
    expect(named('{type} {text} {index}', itemAt(3, 12, type), long)).toBe(`${type} ${'a'.repeat(134)} 03`);
  }
  expect(named('{user} {code} {date} {text}', itemAt(1, 1), long)).toBe(
    `maker.of_things DQx1aB-_9Zz 2026-11-21 ${'a'.repeat(104)}`,
  );
});

test('of a template that leaves no room the beginning stays, with the place at its end', () => {
  const wide = 'ก'.repeat(100);
  expect(named(`${wide}{text}`)).toBe(`${'ก'.repeat(46)}_03`);
  expect(named(`${wide}{text}`, itemAt(1, 1))).toBe('ก'.repeat(47));
  expect(named(`{type}${wide}{index}`, itemAt(3, 12, 'gif'))).toBe(`gif${'ก'.repeat(45)}_03`);
  expect(named(`${'ก'.repeat(47)}{index}`)).toBe(`${'ก'.repeat(47)}03`);
});

test('a name may be words alone', () => {
  expect(named('holiday')).toBe('holiday_03');
  expect(named('a'.repeat(120), itemAt(1, 1))).toBe('a'.repeat(120));
});

test.each([
  ['_{user}', '_maker.of_things'],
  ['{text}_{user}', 'maker.of_things'],
  ['{text}a_b', 'a_b'],
  ['{user}{text}_{code}', 'maker.of_things_DQx1aB-_9Zz'],
  ['{user}_{text}_{date}_{code}', 'maker.of_things_DQx1aB-_9Zz'],
  ['{user}_{text}_a_', 'maker.of_things_a_'],
  ['{user}_{text}', 'maker.of_things'],
])('of a post without text and date %s makes %s', (template, name) => {
  expect(named(template, itemAt(1, 1), { text: '', publishedAt: '' })).toBe(name);
});

test('the place at the end has one separator before it, where a gap is', () => {
  expect(named('{user}_{text}_', itemAt(3), { text: '' })).toBe('maker.of_things_03');
  expect(named('{user}-')).toBe('maker.of_things-_03');
});

test.each([
  ['Thai', 'สวัสดีตอนเช้า ขอให้เป็นวันที่ดี '],
  ['Chinese', '早上好，今天天气很好。'],
  ['Vietnamese', 'Chào buổi sáng, chúc một ngày tốt lành ở Hà Nội '],
  ['Arabic', 'صباح الخير من القاهرة '],
  ['emoji', '👩🏽‍🚀🏳️‍🌈👨‍👩‍👧‍👦'],
])('a long text in %s is cut between graphemes, and all else stays', (_script, text) => {
  const name = named('{text} {code} {index}', itemAt(3), { text: text.repeat(60) });
  expect(name.endsWith(' DQx1aB-_9Zz 03')).toBe(true);
  const kept = name.slice(0, -' DQx1aB-_9Zz 03'.length);
  const signs = (value: string) =>
    [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(value)].map(({ segment }) => segment);
  const whole = signs(text.repeat(60).normalize('NFC'));
  expect(signs(kept)).toEqual(whole.slice(0, signs(kept).length));
  const bytes = Buffer.byteLength(name) + extensionBytes;
  expect(bytes).toBeLessThanOrEqual(maxFileNameBytes);
  // No more is lost than the last sign, a space at the cut, and the byte kept for names of devices.
  expect(bytes).toBeGreaterThan(maxFileNameBytes - 30);
});

const anyTemplate = fc
  .array(
    fc.oneof(
      fc.constantFrom(...nameTokens.map((token) => `{${token}}`)),
      fc.constantFrom('_', '-', ' ', '.', 'con', 'com', '0', '…', '名', 'ก', 'ﬁ', 'É'),
    ),
    { minLength: 1, maxLength: 12 },
  )
  .map((parts) => parts.join(''))
  .filter((text) => readTemplate(text).ok);
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc.string({ unit: 'grapheme', maxLength: 400 }),
  fc.string({
    unit: fc.constantFrom('ก', '\u0301', '/', '\u202e', '0', '1', '_', ' ', '👨‍👩‍👧'),
    maxLength: 200,
  }),
);
const anyPost = fc.record({
  username: anyText,
  code: fc.oneof(fc.constant('DQx1aB-_9Zz'), anyText),
  text: anyText,
  publishedAt: fc.constantFrom('2026-11-21T23:30:00.000Z', '', 'yesterday'),
});

test('whatever the template and the post, each item has one plain name, and no two the same', () => {
  fc.assert(
    fc.property(anyTemplate, anyPost, fc.integer({ min: 1, max: 30 }), (text, facts, count) => {
      const types = ['video', 'gif', 'image', 'audio'];
      const names = Array.from({ length: count }, (_, place) =>
        nameFile(read(text), facts, itemAt(place + 1, count, types[place % 4])),
      );
      for (const name of names) {
        expect(Buffer.byteLength(name) + extensionBytes).toBeLessThanOrEqual(maxFileNameBytes);
        expect(name).not.toMatch(/[<>:"/\\|?*%\p{Cc}\p{Cs}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u);
        expect(name).not.toMatch(/^[. ]|[. ]$|^$/);
        expect(name).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)($|\.)/i);
        expect(safeFileName(name, extensionBytes)).toBe(name);
      }
      expect(new Set(names.map((name) => name.normalize('NFKC').toLowerCase())).size).toBe(count);
    }),
    { numRuns: 200 },
  );
});

test.each([
  ['{user', { code: 'brace' }],
  ['user}', { code: 'brace' }],
  ['{{user}}', { code: 'brace' }],
  ['{author}', { code: 'unknown', name: 'author' }],
  ['{}', { code: 'unknown', name: '' }],
  ['{user}/{index}', { code: 'sign', sign: '/' }],
  ['a:b', { code: 'sign', sign: ':' }],
  ['{user}\u202e', { code: 'invisible' }],
  ['a\nb', { code: 'invisible' }],
  ['', { code: 'nothing' }],
  [' .. ', { code: 'nothing' }],
  ['a'.repeat(121), { code: 'too_long' }],
])('%j is no template', (text, error) => {
  expect(readTemplate(text)).toEqual({ ok: false, error });
});

test('whatever is typed, it is a template or a fault', () => {
  fc.assert(
    fc.property(fc.oneof(anyText, anyTemplate), (text) => {
      const template = readTemplate(text);
      if (template.ok) expect(nameFile(template.value, post, itemAt(1))).not.toBe('');
      else expect(template.error.code).toBeTruthy();
    }),
    { numRuns: 300 },
  );
});
