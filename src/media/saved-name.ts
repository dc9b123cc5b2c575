import { savedNamePrefix } from './contract.ts';

/** Bytes of a file name at most, extension included. */
export const maxFileNameBytes = 150;

const emptyName = 'file';
// Everything a file system, a shell or a header may read as syntax, with the look-alikes that normalise to it.
const reserved = /[<>:"/\\|?*%\u2044\u2215\u2216\u29f5\u29f8\u29f9\ufe68\uff0f\uff3c\uff1a]/gu;
// Controls, bidi marks and other invisible characters, unpaired surrogates, unassigned and private code points.
// The two joiners stay: emoji and several scripts need them.
const invisible = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Cn}\p{Co}]/gu;
const windowsDevice = /^(?:con|prn|aux|nul|conin\$|conout\$|clock\$|com[\d¹²³]|lpt[\d¹²³])(?=$|[. ])/iu;

/** `threads-video-1-1763715600000`: prefix, display name with its first space as a hyphen, moment of issue. */
export function savedName(displayName: string, issuedAt: number): string {
  return safeFileName(`${savedNamePrefix}-${displayName.toLowerCase().replace(' ', '-')}-${issuedAt}`, 0);
}

/**
 * A name that is one plain file on every system: no separators, controls, bidi marks, reserved characters,
 * device names, leading or trailing dots; never empty; cut between graphemes.
 * @param reservedBytes kept free for what the caller appends, such as an extension
 */
export function safeFileName(text: string, reservedBytes: number): string {
  const cleaned = text
    .slice(0, 1_000)
    .replace(/\s/g, ' ')
    .replace(invisible, '')
    .normalize('NFC')
    .replace(reserved, '-')
    .replace(/ {2,}/g, ' ');
  const trimmed = trimEnds(cutToBytes(trimEnds(cleaned), maxFileNameBytes - reservedBytes - 1));
  if (trimmed === '') return emptyName;
  return windowsDevice.test(trimmed) ? `_${trimmed}` : trimmed;
}

function trimEnds(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && ' .'.includes(text.charAt(start))) start += 1;
  while (end > start && ' .'.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

function cutToBytes(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) <= maxBytes) return text;
  let kept = '';
  let bytes = 0;
  for (const { segment } of graphemes.segment(text)) {
    bytes += Buffer.byteLength(segment);
    if (bytes > maxBytes) break;
    kept += segment;
  }
  return kept;
}
