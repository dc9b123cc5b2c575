/** Not allowed in HTML; the database also rejects NUL. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it removes
const forbidden = /[\0-\x08\x0b\x0e-\x1f\x7f-\x9f\ufdd0-\ufdef]|[\ufffe\uffff]/g;
const outsideFirstPlane = /[\u{1fffe}\u{1ffff}]|[\u{2fffe}-\u{2ffff}]|[\u{3fffe}-\u{3ffff}]/gu;

export function normalizeText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?|\f/g, '\n')
    .replace(forbidden, '')
    .replace(outsideFirstPlane, '');
}

export function normalizeLine(text: string): string {
  return normalizeText(text).normalize('NFC').replace(/\s+/g, ' ').trim();
}

export function normalizeLineOrNull(text: string | null): string | null {
  return normalizeLine(text ?? '') || null;
}

export function normalizeKeywords(keywords: readonly string[]): string[] {
  return [...new Set(keywords.map(normalizeLine))].filter((keyword) => keyword !== '');
}
