import { maxFileNameBytes } from './contract.ts';
import { cutToBytes, trimEnds } from './cut-text.ts';

const emptyName = 'file';
// Everything a file system, a shell or a header may read as syntax, with the look-alikes that normalise to it.
const reserved = /[<>:"/\\|?*%\u2044\u2215\u2216\u29f5\u29f8\u29f9\ufe68\uff0f\uff3c\uff1a]/gu;
// Controls, bidi marks and whatever else shows nothing, unpaired surrogates, unassigned and private code points. Joiners
// and the marks that choose how an emoji looks are judged by what stands beside them.
const invisible =
  /(?!\u200c|\u200d|\ufe0e|\ufe0f)[\p{Cc}\p{Cf}\p{Cs}\p{Cn}\p{Co}\p{Default_Ignorable_Code_Point}\u2800]/gu;
/** Scripts whose letters a joiner shapes. */
const joined = 'Arab Beng Deva Gujr Guru Khmr Knda Mlym Mong Mymr Orya Sinh Syrc Taml Telu Tibt'
  .split(' ')
  .map((script) => `\\p{scx=${script}}`)
  .join('');
const emoji = '\\p{Extended_Pictographic}';
/** Joiners that join nothing, and marks on what has one look only: two names would look the same. */
const idle = new RegExp(
  [
    `(?<![${joined}]|${emoji}[\\p{Emoji_Modifier}\\ufe0f]?)[\\u200c\\u200d]`,
    `[\\u200c\\u200d](?![${joined}]|${emoji})`,
    `(?<!${emoji}|[0-9](?=.\\u20e3))[\\ufe0e\\ufe0f]`,
  ].join('|'),
  'gu',
);
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u;
const windowsDevice = /^(?:con|prn|aux|nul|conin\$|conout\$|clock\$|com[\d¹²³]|lpt[\d¹²³])(?=$|[. ])/iu;

/**
 * A name that is one plain file on every system: no separators, controls, bidi marks, reserved characters,
 * device names, leading or trailing dots, no hyphen first that a command would read; never empty or of signs that show
 * nothing; cut between graphemes.
 * @param reservedBytes kept free for what the caller appends, such as an extension
 */
export function safeFileName(text: string, reservedBytes: number): string {
  const cut = cutToBytes(trimEnds(cleanText(text)), roomFor(reservedBytes));
  const trimmed = trimEnds(cut.replace(idle, '')).replace(/^-/, '_');
  if (!visible.test(trimmed)) return emptyName;
  return windowsDevice.test(trimmed) ? `_${trimmed}` : trimmed;
}

/** Bytes a name may take: one is kept for the mark before a device's name. */
export function roomFor(reservedBytes: number): number {
  return maxFileNameBytes - reservedBytes - 1;
}

/** A text with nothing in it that a file name can't hold, on one line; of a long one the beginning. */
export function cleanText(text: string): string {
  return text
    .slice(0, 1_000)
    .replace(/\s/g, ' ')
    .replace(invisible, '')
    .replace(idle, '')
    .normalize('NFC')
    .replace(reserved, '-')
    .replace(/ {2,}/g, ' ');
}

/** The first sign of a text that a file name can't hold; null where there is none. */
export function refusedSign(text: string): string | null {
  return text.match(reserved)?.[0] ?? null;
}

/** Whether something in it shows nothing, or turns the direction of what follows. */
export function holdsInvisible(text: string): boolean {
  return text.replace(invisible, '').replace(idle, '') !== text;
}
