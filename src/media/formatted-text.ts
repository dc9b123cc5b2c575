import { normalizeText } from '#platform/normalize-text.ts';
import { type PostText, type TextStyle, textStyles } from '#threads/contract.ts';

/** The styles that every document can show, with their elements in HTML. */
export const styleElements = [
  ['bold', 'strong'],
  ['italic', 'em'],
  ['underline', 'u'],
] as const satisfies [TextStyle, string][];

/** A part of a text with one format. */
export interface TextPart {
  text: string;
  styles: readonly TextStyle[];
  /** http or https: of a link, of a mention, or in the text itself. */
  link: string | null;
}

/**
 * All parts of a text, normalized. Of ranges that overlap, the first one counts. What has the same format is one part,
 * so that a URL in it stays whole.
 */
export function splitText({ text, formatting = [] }: PostText): TextPart[] {
  const parts: TextPart[] = [];
  let position = 0;
  const addPart = (end: number, styles: readonly TextStyle[], link: string | null) => {
    const part = normalizeText(text.slice(position, end));
    position = Math.max(position, end);
    const last = parts.at(-1);
    if (part === '') return;
    if (last?.link === link && String(last.styles) === String(styles)) last.text += part;
    else parts.push({ text: part, styles, link });
  };
  for (const { start, end, styles, link = '' } of formatting) {
    const from = Math.max(position, findBoundary(text, start));
    const to = findBoundary(text, end);
    if (!(to > from)) continue;
    addPart(from, [], null);
    const knownStyles = textStyles.filter((style) => styles.includes(style));
    addPart(to, knownStyles, normalizeUrl(link));
  }
  addPart(text.length, [], null);
  return parts.flatMap((part) => (part.link === null ? splitLinks(part) : part));
}

/** Not within a character or a line break. */
function findBoundary(text: string, position: number): number {
  const isWithin = /^(?:[\ud800-\udbff][\udc00-\udfff]|\r\n)/.test(text.slice(position - 1, position + 1));
  return Math.min(isWithin ? position + 1 : position, text.length);
}

const link = /(https?:\/\/[^\s<>"\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]*[\p{L}\p{N}/=_-])/giu;

/** Every second part of a split by a group is a match. */
function splitLinks({ text, styles }: TextPart): TextPart[] {
  return text
    .split(link)
    .map((part, index) => ({ text: part, styles, link: index % 2 === 1 ? part : null }))
    .filter((part) => part.text !== '');
}

export function normalizeUrl(text: string): string | null {
  // The page runs this too, and not every browser has `URL.parse`.
  try {
    const url = new URL(text);
    return /^https?:$/.test(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
}

/** The parts from one position of the text to another. */
export function sliceParts(parts: readonly TextPart[], from: number, to: number): TextPart[] {
  let position = 0;
  return parts.flatMap((part) => {
    const start = position;
    position += part.text.length;
    const text = part.text.slice(Math.max(0, from - start), Math.max(0, to - start));
    return text === '' ? [] : { ...part, text };
  });
}

export interface TextSection {
  isSpoiler: boolean;
  parts: TextPart[];
}

/** What is hidden together, and what is between. */
export function groupSpoilers(parts: readonly TextPart[]): TextSection[] {
  const sections: TextSection[] = [];
  for (const part of parts) {
    const isSpoiler = part.styles.includes('spoiler');
    const last = sections.at(-1);
    if (last?.isSpoiler === isSpoiler) last.parts.push(part);
    else sections.push({ isSpoiler, parts: [part] });
  }
  return sections;
}
