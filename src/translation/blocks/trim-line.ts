import type { LinePiece } from './segment-lines.ts';

/** `inside` is one block: well nested, with text at both ends. */
export type LinePart = { outside: LinePiece } | { inside: LinePiece[] };

/** Moves tags around the text outside, where no translation can lose them. */
export function trimLine(line: readonly LinePiece[]): LinePart[] {
  const matches = matchTags(line);
  const parts: LinePart[] = [];
  let from = 0;
  for (const [at, piece] of line.entries()) {
    if ((piece.kind !== 'open' && piece.kind !== 'close') || matches.has(at)) continue;
    parts.push(...trimPiece(line.slice(from, at)), { outside: piece });
    from = at + 1;
  }
  return from === 0 ? trimBalanced(line, matches) : [...parts, ...trimPiece(line.slice(from))];

  function trimPiece(pieces: readonly LinePiece[]): LinePart[] {
    return pieces.length === 0 ? [] : trimLine(pieces);
  }
}

function trimBalanced(line: readonly LinePiece[], matches: ReadonlyMap<number, number>): LinePart[] {
  const before: LinePart[] = [];
  const after: LinePart[] = [];
  let start = 0;
  let end = line.length;
  while (start < end) {
    const first = line[start];
    const last = line[end - 1];
    if (first && isBlank(first)) {
      before.push({ outside: first });
      start += 1;
    } else if (last && isBlank(last)) {
      after.unshift({ outside: last });
      end -= 1;
    } else if (first?.kind === 'open' && last && matches.get(start) === end - 1) {
      before.push({ outside: first });
      after.unshift({ outside: last });
      start += 1;
      end -= 1;
    } else break;
  }
  if (start === end) return [...before, ...after];
  const inside = [...line.slice(start, end)];
  return [...before, ...trimText(inside), ...after];
}

function trimText(pieces: readonly LinePiece[]): LinePart[] {
  const inside = [...pieces];
  const first = inside[0];
  const before = first?.kind === 'text' ? first.raw.slice(0, countLeadingBlanks(first.raw)) : '';
  if (first?.kind === 'text' && before !== '')
    inside[0] = {
      kind: 'text',
      raw: first.raw.slice(before.length),
      text: first.text.slice(countLeadingBlanks(first.text)),
    };
  const last = inside.at(-1);
  const after = last?.kind === 'text' ? last.raw.slice(findTextEnd(last.raw)) : '';
  if (last?.kind === 'text' && after !== '')
    inside[inside.length - 1] = {
      kind: 'text',
      raw: last.raw.slice(0, -after.length),
      text: last.text.slice(0, findTextEnd(last.text)),
    };
  const blank = (raw: string): LinePart[] =>
    raw === '' ? [] : [{ outside: { kind: 'text', raw, text: raw } }];
  return [...blank(before), { inside }, ...blank(after)];
}

const blanks = ' \t\n\r\f';

/** Not a regular expression, which would be quadratic for long runs of blanks. */
function countLeadingBlanks(text: string): number {
  let count = 0;
  while (count < text.length && blanks.includes(text.charAt(count))) count += 1;
  return count;
}

function findTextEnd(text: string): number {
  let end = text.length;
  while (end > 0 && blanks.includes(text.charAt(end - 1))) end -= 1;
  return end;
}

function isBlank(piece: LinePiece): boolean {
  return piece.kind === 'void' || (piece.kind === 'text' && piece.text.trim() === '');
}

function matchTags(line: readonly LinePiece[]): Map<number, number> {
  const matches = new Map<number, number>();
  const open: { name: string; at: number }[] = [];
  for (const [at, piece] of line.entries()) {
    if (piece.kind === 'open') open.push({ name: piece.token.name, at });
    if (piece.kind !== 'close') continue;
    const index = open.findLastIndex(({ name }) => name === piece.name);
    const opening = open[index];
    if (!opening) continue;
    open.length = index;
    matches.set(opening.at, at).set(at, opening.at);
  }
  return matches;
}
