import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mediaTypes } from '#threads/contract.ts';
import {
  extensionBytes,
  type FilenameItem,
  type FilenamePost,
  maxFilenameBytes,
  templateTokens,
} from './contract.ts';
import {
  defaultFilename,
  formatFilename,
  mediaDisplayName,
  selectFilenamePost,
  typeOfDefaultFilename,
  zipEntryName,
} from './filename.ts';
import { sanitizeFilename } from './sanitize.ts';
import { type FilenameTemplate, parseFilenameTemplate } from './template.ts';

const post: FilenamePost = {
  username: 'maker.of_things',
  code: 'DQx1aB-_9Zz',
  text: 'Morning light\nat the harbour',
  publishedAt: '2026-11-21T23:30:00.000Z',
};

const itemAt = (index: number, count = 12, type = 'image'): FilenameItem => ({
  displayName: `Image ${index}`,
  type,
  index,
  count,
});

function parseTemplate(text: string): FilenameTemplate {
  const template = parseFilenameTemplate(text);
  if (!template.ok) throw new Error(`${text}: ${template.error.code}`);
  return template.value;
}

const formatName = (template: string, item = itemAt(3), overrides: Partial<FilenamePost> = {}) =>
  formatFilename(parseTemplate(template), { ...post, ...overrides }, item);

test.each([
  ['{user}_{code}_{index}', 'maker.of_things_DQx1aB-_9Zz_03'],
  ['{index} {type} {date}', '03 image 2026-11-21'],
  ['{text}-{index}', 'Morning light at the harbour-03'],
  ['{ USER }{Index}', 'maker.of_things03'],
  ['วันหยุด {index}', 'วันหยุด 03'],
])('%s becomes %s', (template, name) => {
  expect(formatName(template)).toBe(name);
});

test('the index has as many digits as the last one, at least two', () => {
  expect(formatName('{index}', itemAt(7, 120))).toBe('007');
  expect(formatName('{index}', itemAt(1, 1))).toBe('01');
});

test('a template without the index gets it at the end if there are several files', () => {
  expect(formatName('{user}')).toBe('maker.of_things_03');
  expect(formatName('{user}', itemAt(1, 1))).toBe('maker.of_things');
});

test('an empty value leaves no separator behind', () => {
  expect(formatName('{user}_{text}_{index}', itemAt(3), { text: '' })).toBe('maker.of_things_03');
  expect(formatName('{text} - {index}', itemAt(3), { text: ' \n ' })).toBe('_ 03');
  expect(formatName('{index}_{date}', itemAt(3), { publishedAt: '' })).toBe('03');
  expect(formatName('{text}', itemAt(1, 1), { text: '' })).toBe('file');
});

test('the text has the same length for every file type, and two texts share the space', () => {
  const long = { text: 'a'.repeat(900) };
  expect(formatName('{text}_{text} {index}', itemAt(3), long)).toBe(`${'a'.repeat(69)}_${'a'.repeat(69)} 03`);
  for (const type of ['gif', 'image', 'video']) {
    expect(formatName('{type} {text} {index}', itemAt(3, 12, type), long)).toBe(
      `${type} ${'a'.repeat(134)} 03`,
    );
  }
  expect(formatName('{user} {code} {date} {text}', itemAt(1, 1), long)).toBe(
    `maker.of_things DQx1aB-_9Zz 2026-11-21 ${'a'.repeat(104)}`,
  );
});

test('a template that is too long is cut and keeps the index at the end', () => {
  const thaiText = 'ก'.repeat(100);
  expect(formatName(`${thaiText}{text}`)).toBe(`${'ก'.repeat(46)}_03`);
  expect(formatName(`${thaiText}{text}`, itemAt(1, 1))).toBe('ก'.repeat(47));
  expect(formatName(`{type}${thaiText}{index}`, itemAt(3, 12, 'gif'))).toBe(`gif${'ก'.repeat(45)}_03`);
  expect(formatName(`${'ก'.repeat(47)}{index}`)).toBe(`${'ก'.repeat(47)}03`);
});

test('a template may have no tokens', () => {
  expect(formatName('holiday')).toBe('holiday_03');
  expect(formatName('a'.repeat(120), itemAt(1, 1))).toBe('a'.repeat(120));
});

test.each([
  ['_{user}', '_maker.of_things'],
  ['{text}_{user}', 'maker.of_things'],
  ['{text}a_b', 'a_b'],
  ['{user}{text}_{code}', 'maker.of_things_DQx1aB-_9Zz'],
  ['{user}_{text}_{date}_{code}', 'maker.of_things_DQx1aB-_9Zz'],
  ['{user}_{text}_a_', 'maker.of_things_a_'],
  ['{user}_{text}', 'maker.of_things'],
])('for a post without text and date, %s becomes %s', (template, name) => {
  expect(formatName(template, itemAt(1, 1), { text: '', publishedAt: '' })).toBe(name);
});

test('an appended index replaces the separator left by an empty value', () => {
  expect(formatName('{user}_{text}_', itemAt(3), { text: '' })).toBe('maker.of_things_03');
  expect(formatName('{user}-')).toBe('maker.of_things-_03');
});

test.each([
  ['Thai', 'สวัสดีตอนเช้า ขอให้เป็นวันที่ดี '],
  ['Chinese', '早上好，今天天气很好。'],
  ['Vietnamese', 'Chào buổi sáng, chúc một ngày tốt lành ở Hà Nội '],
  ['Arabic', 'صباح الخير من القاهرة '],
  ['emoji', '👩🏽‍🚀🏳️‍🌈👨‍👩‍👧‍👦'],
])('a long text in %s is cut between graphemes, and everything else stays', (_script, text) => {
  const name = formatName('{text} {code} {index}', itemAt(3), { text: text.repeat(60) });
  expect(name.endsWith(' DQx1aB-_9Zz 03')).toBe(true);
  const truncatedText = name.slice(0, -' DQx1aB-_9Zz 03'.length);
  const toGraphemes = (value: string) =>
    [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(value)].map(({ segment }) => segment);
  const graphemes = toGraphemes(text.repeat(60).normalize('NFC'));
  expect(toGraphemes(truncatedText)).toEqual(graphemes.slice(0, toGraphemes(truncatedText).length));
  const bytes = Buffer.byteLength(name) + extensionBytes;
  expect(bytes).toBeLessThanOrEqual(maxFilenameBytes);
  // At most the last grapheme, a space at the cut and the byte reserved for device names are lost.
  expect(bytes).toBeGreaterThan(maxFilenameBytes - 30);
});

const anyTemplate = fc
  .array(
    fc.oneof(
      fc.constantFrom(...templateTokens.map((token) => `{${token}}`)),
      fc.constantFrom('_', '-', ' ', '.', 'con', 'com', '0', '…', '名', 'ก', 'ﬁ', 'É'),
    ),
    { minLength: 1, maxLength: 12 },
  )
  .map((parts) => parts.join(''))
  .filter((text) => parseFilenameTemplate(text).ok);

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

test('for any template and post, each item has a valid and unique name', () => {
  fc.assert(
    fc.property(anyTemplate, anyPost, fc.integer({ min: 1, max: 30 }), (text, randomPost, count) => {
      const types = ['video', 'gif', 'image', 'audio'];
      const names = Array.from({ length: count }, (_, index) =>
        formatFilename(parseTemplate(text), randomPost, itemAt(index + 1, count, types[index % 4])),
      );
      for (const name of names) {
        expect(Buffer.byteLength(name) + extensionBytes).toBeLessThanOrEqual(maxFilenameBytes);
        expect(name).not.toMatch(/[<>:"/\\|?*%\p{Cc}\p{Cs}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u);
        expect(name).not.toMatch(/^[. ]|[. ]$|^$/);
        expect(name).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)($|\.)/i);
        expect(sanitizeFilename(name, extensionBytes)).toBe(name);
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
])('%j is not a template', (text, error) => {
  expect(parseFilenameTemplate(text)).toEqual({ ok: false, error });
});

test('any input is either a template or an error', () => {
  fc.assert(
    fc.property(fc.oneof(anyText, anyTemplate), (text) => {
      const template = parseFilenameTemplate(text);
      if (template.ok) expect(formatFilename(template.value, post, itemAt(1))).not.toBe('');
      else expect(template.error.code).toBeTruthy();
    }),
    { numRuns: 300 },
  );
});

test('a default name has the prefix, the display name with a hyphen, and the timestamp', () => {
  expect(defaultFilename('Video 1', 1_763_715_600_000)).toBe('threads-video-1-1763715600000');
  expect(defaultFilename('GIF 12', 5)).toBe('threads-gif-12-5');
});

test('the type of an item can be read from its default name only', () => {
  for (const type of mediaTypes)
    expect(typeOfDefaultFilename(defaultFilename(mediaDisplayName(type, 3), 5))).toBe(type);
  for (const name of ['', 'video', 'threads-constructor-1-5', 'a threads-video-1-5'])
    expect(typeOfDefaultFilename(name)).toBeNull();
});

type ThreadsPost = Parameters<typeof selectFilenamePost>[0];
const author = { username: 'maker' } as ThreadsPost['author'];
const linkedPost = { author, code: 'A', text: 'first', publishedAt: '2026-11-21T00:00:00.000Z' };
const otherPost = { code: 'B', text: 'second', publishedAt: '2026-11-22T00:00:00.000Z' };
const whole = { posts: [linkedPost, otherPost] };

test.each([
  ['a single post', undefined, undefined, 'A'],
  ['a single post, with a position', undefined, 'B', 'A'],
  ['the first post of a thread', whole, 'A', 'A'],
  ['the second post of a thread', whole, 'B', 'B'],
  ['a thread, without a position', whole, undefined, 'A'],
  ['an unknown post of a thread', whole, 'C', 'A'],
  ['a thread that was not read', { more: 3 }, 'B', 'A'],
])(
  'a file of %s is named after the post that contains it, or the linked one',
  (_, thread, code, expected) => {
    const selected = selectFilenamePost(
      { ...linkedPost, ...(thread && { thread }) } as ThreadsPost,
      code ? ({ code } as Parameters<typeof selectFilenamePost>[1]) : undefined,
    );
    const { text, publishedAt } = expected === 'B' ? otherPost : linkedPost;
    expect(selected).toEqual({ username: 'maker', code: expected, text, publishedAt });
  },
);

describe('in a ZIP', () => {
  const thread = { ...linkedPost, thread: whole } as ThreadsPost;
  const nameEntry = (index: number, code: string, template: string | null = null) => {
    const parsed = template === null ? null : parseFilenameTemplate(template);
    return zipEntryName(
      thread,
      { code } as Parameters<typeof selectFilenamePost>[1],
      { displayName: `Video ${index}`, type: 'video', index, count: 12 },
      parsed?.ok ? parsed.value : null,
    );
  };

  test('all files of a thread have the code of the linked post, so that they sort by index', () => {
    expect([nameEntry(1, 'A'), nameEntry(2, 'B'), nameEntry(12, 'B')]).toEqual([
      'maker_A_01',
      'maker_A_02',
      'maker_A_12',
    ]);
  });

  test('a template takes the post of each file', () => {
    expect(nameEntry(2, 'B', '{code} {text}')).toBe('B second_02');
  });
});

test.each([
  ['video', 'Video 3'],
  ['image', 'Image 3'],
  ['gif', 'GIF 3'],
  ['audio', 'Audio 3'],
] as const)('the third item of type %s is called %s', (type, name) => {
  expect(mediaDisplayName(type, 3)).toBe(name);
});
