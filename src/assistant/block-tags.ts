import { unescapeBlockText } from './translation-block.ts';

/** A piece of a block's text; `text` is plain. */
export type BlockPiece =
  | { kind: 'text'; text: string }
  | { kind: 'open' | 'close' | 'empty'; number: number };

const tag = /<(\/?)\s*(\d{1,4})\s*(\/?)>/g;

/** Takes a block's text, or what came back for it, apart. What is no numbered tag is text. */
export function readBlockText(text: string): BlockPiece[] {
  const pieces: BlockPiece[] = [];
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

/** The words of a block without its tags. */
export function wordsOf(text: string): string {
  return readBlockText(text)
    .map((piece) => (piece.kind === 'text' ? piece.text : ''))
    .join('');
}

export interface TagFound {
  /** The tag it stands in, 0 for none. */
  parent: number;
  /** All the words inside it. */
  words: string;
}

/** The tags of a text by their number; null where they are not well nested or one is there twice. */
export function tagsOf(text: string): Map<number, TagFound> | null {
  const found = new Map<number, TagFound>();
  const open: number[] = [];
  for (const piece of readBlockText(text)) {
    if (piece.kind === 'text') {
      for (const number of open) {
        const tag = found.get(number);
        if (tag) tag.words += piece.text;
      }
    } else if (piece.kind === 'close') {
      if (open.pop() !== piece.number) return null;
    } else {
      if (found.has(piece.number)) return null;
      found.set(piece.number, { parent: open.at(-1) ?? 0, words: '' });
      if (piece.kind === 'open') open.push(piece.number);
    }
  }
  return open.length === 0 ? found : null;
}

/** Whether a text has the tags of another: each once, in the same ones, none that has lost or got words. */
export function hasTagsOf(text: string, source: string): boolean {
  const wanted = tagsOf(source);
  const given = tagsOf(text);
  if (!wanted || !given || wanted.size !== given.size) return false;
  return [...wanted].every(([number, { parent, words }]) => {
    const tag = given.get(number);
    return tag?.parent === parent && (tag.words.trim() === '') === (words.trim() === '');
  });
}
