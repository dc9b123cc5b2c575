import { maxFilenameBytes } from './contract.ts';

const encoder = new TextEncoder();

export function utf8ByteLength(text: string): number {
  return encoder.encode(text).length;
}

export function truncateToBytes(text: string, maxBytes: number): string {
  if (utf8ByteLength(text) <= maxBytes) return text;
  let result = '';
  let bytes = 0;
  for (const grapheme of splitGraphemes(text)) {
    bytes += utf8ByteLength(grapheme);
    if (bytes > maxBytes) break;
    result += grapheme;
  }
  return result;
}

export function trimDotsAndSpaces(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && ' .'.includes(text.charAt(start))) start += 1;
  while (end > start && ' .'.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

function* splitGraphemes(text: string): Generator<string> {
  const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
  for (const { segment } of segmenter.segment(text)) yield segment;
}

const fallbackName = 'file';
// Syntax of file systems, shells and headers, and look-alikes that normalize to it.
const reserved = /[<>:"/\\|?*%\u2044\u2215\u2216\u29f5\u29f8\u29f9\ufe68\uff0f\uff3c\uff1a]/gu;
// Without joiners and variation selectors, whose validity depends on their neighbors.
const invisible =
  /(?!\u200c|\u200d|\ufe0e|\ufe0f)[\p{Cc}\p{Cf}\p{Cs}\p{Cn}\p{Co}\p{Default_Ignorable_Code_Point}\u2800]/gu;

const joiningScripts = 'Arab Beng Deva Gujr Guru Khmr Knda Mlym Mong Mymr Orya Sinh Syrc Taml Telu Tibt'
  .split(' ')
  .map((script) => `\\p{scx=${script}}`)
  .join('');

const emoji = '\\p{Extended_Pictographic}';
/** Joiners and variation selectors without effect: two different names would look the same. */
const strayJoiners = new RegExp(
  [
    `(?<![${joiningScripts}]|${emoji}[\\p{Emoji_Modifier}\\ufe0f]?)[\\u200c\\u200d]`,
    `[\\u200c\\u200d](?![${joiningScripts}]|${emoji})`,
    `(?<!${emoji}|[0-9](?=.\\u20e3))[\\ufe0e\\ufe0f]`,
  ].join('|'),
  'gu',
);
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u;
const windowsDevice = /^(?:con|prn|aux|nul|conin\$|conout\$|clock\$|com[\d¹²³]|lpt[\d¹²³])(?=$|[. ])/iu;

/** A leading hyphen is replaced, because commands read it as an option. */
export function sanitizeFilename(text: string, reservedBytes: number): string {
  const truncated = truncateToBytes(
    trimDotsAndSpaces(removeUnsafeCharacters(text)),
    maxBaseNameBytes(reservedBytes),
  );
  const trimmed = trimDotsAndSpaces(truncated.replace(strayJoiners, '')).replace(/^-/, '_');
  if (!visible.test(trimmed)) return fallbackName;
  return windowsDevice.test(trimmed) ? `_${trimmed}` : trimmed;
}

/** One byte is reserved for the prefix of device names. */
export function maxBaseNameBytes(reservedBytes: number): number {
  return maxFilenameBytes - reservedBytes - 1;
}

export function removeUnsafeCharacters(text: string): string {
  return text
    .slice(0, 1_000)
    .replace(/\s/g, ' ')
    .replace(invisible, '')
    .replace(strayJoiners, '')
    .normalize('NFC')
    .replace(reserved, '-')
    .replace(/ {2,}/g, ' ');
}

export function findReservedCharacter(text: string): string | null {
  return text.match(reserved)?.[0] ?? null;
}

export function hasInvisibleCharacters(text: string): boolean {
  return text.replace(invisible, '').replace(strayJoiners, '') !== text;
}
