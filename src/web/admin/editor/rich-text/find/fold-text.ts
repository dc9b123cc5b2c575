/** Text in which equal letters are equal characters, with the offset of each in the original. */
export interface FoldedText {
  text: string;
  /** One longer than the text: the last is the original's length. */
  offsets: number[];
}

/** Decomposes letters with accents, and unless `matchCase`, folds their case: `ẞ`, `ß` and `SS` become `ss`. */
export function foldText(original: string, matchCase: boolean): FoldedText {
  let text = '';
  const offsets: number[] = [];
  let offset = 0;
  for (const character of original) {
    const folded = foldCharacter(character, matchCase);
    for (let index = 0; index < folded.length; index += 1) offsets.push(offset);
    text += folded;
    offset += character.length;
  }
  offsets.push(offset);
  return { text, offsets };
}

function foldCharacter(character: string, matchCase: boolean): string {
  if (character === '\u00a0') return ' ';
  if (character < '\u0080') return matchCase ? character : character.toLowerCase();
  const cased = matchCase ? character : character.toLowerCase().toUpperCase().toLowerCase();
  return cased.normalize('NFD');
}

interface TextRange {
  from: number;
  to: number;
}

/** Matches begin and end with whole letters: `e` isn't found in `é`. They don't overlap. */
export function findInText({ text, offsets }: FoldedText, query: string, max: number): TextRange[] {
  const ranges: TextRange[] = [];
  if (query === '') return ranges;
  for (let start = text.indexOf(query); start !== -1 && ranges.length < max; ) {
    const end = start + query.length;
    const isWhole =
      offsets[start] !== offsets[start - 1] &&
      offsets[end] !== offsets[end - 1] &&
      !/^\p{M}/u.test(text.slice(end, end + 2));
    if (isWhole) ranges.push({ from: offsets[start] ?? 0, to: offsets[end] ?? 0 });
    start = text.indexOf(query, isWhole ? end : start + 1);
  }
  return ranges;
}
