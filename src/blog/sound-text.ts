/** Allowed neither in HTML nor, the first of them, in the database. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it removes
const forbidden = /[\0-\x08\x0b\x0e-\x1f\x7f-\x9f\ufdd0-\ufdef]|[\ufffe\uffff]/g;
const outsideFirstPlane = /[\u{1fffe}\u{1ffff}]|[\u{2fffe}-\u{2ffff}]|[\u{3fffe}-\u{3ffff}]/gu;

/** Text of several lines without what HTML and the database refuse. */
export function soundText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?|\f/g, '\n')
    .replace(forbidden, '')
    .replace(outsideFirstPlane, '');
}

/** One line: a title, a name. */
export function soundLine(text: string): string {
  return soundText(text).normalize('NFC').replace(/\s+/g, ' ').trim();
}

/** A line that may be left out. */
export function soundLineOrNull(text: string | null): string | null {
  return soundLine(text ?? '') || null;
}

/** Each once, none empty. */
export function soundWords(words: readonly string[]): string[] {
  return [...new Set(words.map(soundLine))].filter((word) => word !== '');
}

export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** For a value in double quotes. */
export function escapeAttribute(value: string): string {
  return escapeText(value).replaceAll('"', '&quot;');
}
