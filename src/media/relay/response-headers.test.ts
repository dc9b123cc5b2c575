import { decodeExtended, parse } from 'content-disposition';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatFilename } from '#filenames/filename.ts';
import { hostileText } from '#filenames/fixtures/hostile-text.ts';
import { sanitizeFilename } from '#filenames/sanitize.ts';
import { parseFilenameTemplate } from '#filenames/template.ts';
import { stressRuns } from '#test/support/stress.ts';
import { contentDisposition } from './serve-file.ts';

test('for any text, the header is one line that a strict parser reads back', () => {
  fc.assert(
    fc.property(hostileText, fc.constantFrom('attachment', 'inline'), (text, purpose) => {
      const header = contentDisposition(text, 'mp4', purpose);
      expect(header).toMatch(/^[\x20-\x7e]+$/);
      expect(header).not.toMatch(/%0[da]|%00/i);
      const { type, parameters } = parse(header);
      expect(type).toBe(purpose);
      expect(parameters.filename).toBe(`${sanitizeFilename(text, 4)}.mp4`);
    }),
    { numRuns: stressRuns(300, 20_000) },
  );
});

test('a non-ASCII name has an ASCII fallback without question marks', () => {
  const thai = contentDisposition('วิดีโอ', 'mp4', 'attachment');
  expect(thai).toContain('filename=threads.mp4;');
  const extended = /filename\*=(\S+)$/.exec(thai)?.[1] ?? '';
  expect(decodeExtended(extended)).toBe('วิดีโอ.mp4');
  expect(contentDisposition('動画 clip 1', 'mp4', 'attachment')).toContain('filename="clip 1.mp4"');
});

// The strict grammar of RFC 6266 and RFC 8187: tokens, quoted strings and one extended value in UTF-8.
const token = "[!#$%&'*+.^_`|~\\w-]+";
const quoted = '"(?:[\\x20\\x21\\x23-\\x5b\\x5d-\\x7e]|\\\\[\\x20-\\x7e])*"';
const extended = "UTF-8''(?:[\\w!#$&+.^`|~-]|%[\\dA-F]{2})+";
const strictHeader = new RegExp(
  `^attachment; filename=(?:${token}|${quoted})(?:; filename\\*=(${extended}))?$`,
);

test('a name from a template survives the header unchanged, according to RFC 6266 and RFC 8187', () => {
  const template = parseFilenameTemplate('{user} {text} {index}');
  if (!template.ok) throw new Error('no template');
  fc.assert(
    fc.property(hostileText, hostileText, fc.integer({ min: 1, max: 20 }), (text, username, index) => {
      const post = { username, code: 'C', text, publishedAt: '' };
      const item = { displayName: `Video ${index}`, type: 'video', index, count: 20 };
      const name = formatFilename(template.value, post, item);
      const header = contentDisposition(name, 'webp', 'attachment');
      const strict = strictHeader.exec(header);
      expect(strict, header).not.toBeNull();
      const value = strict?.[1];
      const read = value
        ? decodeURIComponent(value.slice("UTF-8''".length))
        : parse(header).parameters.filename;
      expect(read).toBe(`${name}.webp`);
    }),
    { numRuns: 500 },
  );
});
