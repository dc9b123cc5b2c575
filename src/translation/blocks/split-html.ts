import { escapeBlockText } from '#ai/block-text-contract.ts';
import { findInvariantTokens } from '#ai/clean-output.ts';
import type { Locale } from '#i18n/locales.ts';
import { type InternalLink, parseInternalLink } from '../internal-links.ts';
import {
  type BlockKind,
  createPlainBlock,
  hashBlock,
  isTranslatable,
  type TranslationBlock,
} from './block.ts';
import {
  type HtmlAttribute,
  type HtmlToken,
  type LinePiece,
  matchesLocale,
  type OpenTagToken,
  segmentLines,
} from './segment-lines.ts';

export type SkeletonPart =
  | string
  | { block: string }
  | { lang: string }
  | { link: InternalLink; raw: string };

export interface SplitBlock extends TranslationBlock {
  source: SkeletonPart[];
  /** Tag number n is `tags[n - 1]`. */
  tags: { open: SkeletonPart[]; close: string }[];
  attribute: string | null;
}

export interface SplitHtml {
  from: Locale | null;
  skeleton: SkeletonPart[];
  blocks: SplitBlock[];
  internalLinks: InternalLink[];
}

/** Every character is in the skeleton or in a block, so that only text can get lost. */
export function splitHtml(html: string, from: Locale | null): SplitHtml {
  const blocks: SplitBlock[] = [];
  const internalLinks = new Map<string, InternalLink>();
  const nextId = () => `b${blocks.length + 1}`;
  /** How many blocks come before each open figure. */
  const openFigures: number[] = [];
  /** Of the figures that have ended. */
  const inFigure = new Set<SplitBlock>();

  const skeleton = segmentLines(html, from).flatMap((segment): SkeletonPart[] => {
    if ('edge' in segment) return splitEdge(segment.edge);
    return trimLine(segment.line).flatMap((part) =>
      'outside' in part ? splitPiece(part.outside) : buildBlock(part.inside, segment.kind),
    );
  });
  return { from, skeleton: joinStrings(skeleton), blocks, internalLinks: [...internalLinks.values()] };

  function buildBlock(pieces: LinePiece[], kind: BlockKind): SkeletonPart[] {
    const bare = pieces
      .filter((piece) => piece.kind !== 'annotation')
      .map((piece) => (piece.kind === 'text' ? piece.text : ' '))
      .join('');
    const source: SkeletonPart[] = [];
    const tags: SplitBlock['tags'] = [];
    const open: number[] = [];
    const locked: number[] = [];
    const keep = findInvariantTokens(bare);
    let text = '';
    for (const piece of pieces) {
      const parts = splitPiece(piece);
      source.push(...parts);
      if (piece.kind === 'annotation') continue;
      if (piece.kind === 'text') text += escapeBlockText(piece.text.replace(/[ \t\n\r\f]+/g, ' '));
      else if (piece.kind === 'close') {
        const number = open.pop() ?? 0;
        const tag = tags[number - 1];
        if (tag) tag.close = piece.raw;
        text += `</${number}>`;
      } else {
        const number = tags.push({ open: parts, close: '' });
        if (piece.kind === 'open') open.push(number);
        if (piece.kind === 'locked') locked.push(number);
        const lockedText = piece.kind === 'locked' ? piece.plainText : '';
        if (lockedText !== '') keep.push(lockedText);
        if (piece.kind === 'open') text += `<${number}>`;
        else
          text +=
            lockedText === '' ? `<${number}/>` : `<${number}>${escapeBlockText(lockedText)}</${number}>`;
      }
    }
    if (!isTranslatable(bare)) return source;
    const id = nextId();
    const hash = hashBlock({ text, locked });
    const block = { id, kind, text, locked, keep: [...new Set(keep)], most: null, hash };
    blocks.push({ ...block, source: joinStrings(source), tags, attribute: null });
    return [{ block: id }];
  }

  function splitEdge(token: HtmlToken): SkeletonPart[] {
    const isFigure = 'name' in token && token.name === 'figure';
    if (isFigure && token.kind === 'open') openFigures.push(blocks.length);
    if (isFigure && token.kind === 'close') endFigure();
    return token.kind === 'open' ? splitTag(token) : [token.raw];
  }

  /** Several pictures would repeat the caption of their gallery. */
  function endFigure(): void {
    const inside = blocks.slice(openFigures.pop() ?? blocks.length).filter((block) => !inFigure.has(block));
    for (const block of inside) inFigure.add(block);
    const [picture, ...others] = inside.filter(({ kind }) => kind === 'picture description');
    const caption = inside.find(({ kind }) => kind === 'caption');
    if (picture && caption && others.length === 0) picture.captionId = caption.id;
  }

  function splitPiece(piece: LinePiece): SkeletonPart[] {
    if ('raw' in piece) return [piece.raw];
    return [...splitTag(piece.token), ...(piece.kind === 'locked' ? [piece.inner] : [])];
  }

  function splitTag({ raw, name, attributes }: OpenTagToken): SkeletonPart[] {
    const parts: SkeletonPart[] = [];
    let at = 0;
    for (const attribute of attributes) {
      const part = splitAttribute(name, attribute, raw.slice(attribute.start, attribute.end));
      if (part === null) continue;
      parts.push(raw.slice(at, attribute.start), part);
      at = attribute.end;
    }
    return [...parts, raw.slice(at)];
  }

  function splitAttribute(element: string, { name, value }: HtmlAttribute, raw: string): SkeletonPart | null {
    if (name === 'lang' && from !== null && matchesLocale(value, from)) return { lang: raw };
    if (name === 'href' && element === 'a') {
      const link = parseInternalLink(value);
      if (link === null) return null;
      internalLinks.set(link.href, link);
      return { link, raw };
    }
    const isAlt = name === 'alt' && element === 'img';
    if ((!isAlt && name !== 'title') || !isTranslatable(value)) return null;
    const id = nextId();
    const block = createPlainBlock({ id, kind: isAlt ? 'picture description' : 'tooltip', text: value });
    blocks.push({ ...block, source: [raw], tags: [], attribute: name });
    return { block: id };
  }
}

function joinStrings(parts: readonly SkeletonPart[]): SkeletonPart[] {
  return parts.reduce<SkeletonPart[]>((joined, part) => {
    const last = joined.at(-1);
    if (typeof last === 'string' && typeof part === 'string') joined[joined.length - 1] = last + part;
    else if (part !== '') joined.push(part);
    return joined;
  }, []);
}

/** `inside` is one block: well nested, with text at both ends. */
type LinePart = { outside: LinePiece } | { inside: LinePiece[] };

/** Moves tags around the text outside, where no translation can lose them. */
function trimLine(line: readonly LinePiece[]): LinePart[] {
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
  return (
    piece.kind === 'void' ||
    (piece.kind === 'locked' && piece.plainText === '') ||
    (piece.kind === 'text' && piece.text.trim() === '')
  );
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
