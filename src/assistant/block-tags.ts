import { unescapeBlockText } from './translation-block.ts';

export type BlockSegment =
  | { kind: 'text'; text: string }
  | { kind: 'open' | 'close' | 'empty'; number: number };

const tag = /<(\/?)\s*(\d{1,4})\s*(\/?)>/g;

export function parseBlockText(text: string): BlockSegment[] {
  const pieces: BlockSegment[] = [];
  let at = 0;
  const pushText = (end: number) => {
    if (end > at) pieces.push({ kind: 'text', text: unescapeBlockText(text.slice(at, end)) });
  };
  for (const match of text.matchAll(tag)) {
    pushText(match.index);
    at = match.index + match[0].length;
    const kind = match[1] ? 'close' : match[3] ? 'empty' : 'open';
    pieces.push({ kind, number: Number(match[2]) });
  }
  pushText(text.length);
  return pieces;
}

export function plainBlockText(text: string): string {
  return parseBlockText(text)
    .map((piece) => (piece.kind === 'text' ? piece.text : ''))
    .join('');
}

export interface BlockTag {
  /** 0 for none. */
  parent: number;
  plainText: string;
}

/** By number; null if the tags are not well nested or a number occurs twice. */
export function parseBlockTags(text: string): Map<number, BlockTag> | null {
  const found = new Map<number, BlockTag>();
  const open: number[] = [];
  for (const piece of parseBlockText(text)) {
    if (piece.kind === 'text') {
      for (const number of open) {
        const tag = found.get(number);
        if (tag) tag.plainText += piece.text;
      }
    } else if (piece.kind === 'close') {
      if (open.pop() !== piece.number) return null;
    } else {
      if (found.has(piece.number)) return null;
      found.set(piece.number, { parent: open.at(-1) ?? 0, plainText: '' });
      if (piece.kind === 'open') open.push(piece.number);
    }
  }
  return open.length === 0 ? found : null;
}

/** True if numbers and nesting are the same, and the same tags are empty. */
export function hasSameTags(text: string, source: string): boolean {
  const sourceTags = parseBlockTags(source);
  const tags = parseBlockTags(text);
  if (!sourceTags || !tags || sourceTags.size !== tags.size) return false;
  return [...sourceTags].every(([number, { parent, plainText }]) => {
    const tag = tags.get(number);
    return tag?.parent === parent && (tag.plainText.trim() === '') === (plainText.trim() === '');
  });
}
