import type { Locale } from '#i18n/locales.ts';
import { type ElementRole, kindOf, roleOf } from './block-elements.ts';
import type { MarkupToken } from './scan-markup.ts';
import type { BlockKind } from './translation-block.ts';

export type OpenToken = Extract<MarkupToken, { kind: 'open' }>;

/** What may stand in a line; a locked piece is an element with all it holds. */
export type Piece =
  | Extract<MarkupToken, { kind: 'text' | 'close' }>
  | { kind: 'open' | 'void'; token: OpenToken }
  | { kind: 'locked'; token: OpenToken; inner: string; words: string };

/** A row of pieces that no block interrupts, or a token between two of them. */
export type Stretch = { line: Piece[]; kind: BlockKind } | { edge: MarkupToken };

/** A document's tokens as lines of text and what parts them. What is marked as another language than `from` is locked. */
export function textLines(tokens: readonly MarkupToken[], from: Locale | null): Stretch[] {
  const stretches: Stretch[] = [];
  const above: string[] = [];
  let line: Piece[] = [];
  const endLine = () => {
    if (line.length > 0) stretches.push({ line, kind: kindOf(above) });
    line = [];
  };
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (!token) break;
    if (token.kind === 'text') {
      line.push(token);
      continue;
    }
    const role = token.kind === 'other' ? 'edge' : roleOf(token.name);
    const isLocked = token.kind === 'open' && (role.startsWith('locked') || isForeign(token, from));
    const end = isLocked && role !== 'void' ? lockedUntil(tokens, at, role) : null;
    if (token.kind === 'open' && end !== null) {
      const inside = tokens.slice(at + 1, end);
      // What is never closed takes in all that comes after it: no word of a translation may.
      const isClosed = closingOf(tokens, at) !== null;
      if (isClosed && (role === 'inline' || role === 'locked')) {
        const inner = rawOf(tokens.slice(at + 1, end + 1));
        const words = inside.map((one) => (one.kind === 'text' ? one.text : '')).join('');
        line.push({ kind: 'locked', token, inner, words: words.replace(/[ \t\n\r\f]+/g, ' ').trim() });
      } else {
        endLine();
        stretches.push({ edge: { kind: 'other', raw: rawOf(tokens.slice(at, end + 1)) } });
      }
      at = end;
    } else if (token.kind === 'open' && role !== 'edge' && role !== 'locked block') {
      line.push({ kind: role === 'void' ? 'void' : 'open', token });
    } else if (token.kind === 'close' && (role === 'inline' || role === 'locked')) line.push(token);
    else {
      endLine();
      stretches.push({ edge: token });
      if (token.kind === 'open') above.push(token.name);
      else if (token.kind === 'close' && above.includes(token.name))
        above.length = above.lastIndexOf(token.name);
    }
  }
  endLine();
  return stretches;
}

function rawOf(tokens: readonly MarkupToken[]): string {
  return tokens.map(({ raw }) => raw).join('');
}

/** The last token of what is locked from a place on: to the end, where code is never closed. */
function lockedUntil(tokens: readonly MarkupToken[], at: number, role: ElementRole): number | null {
  return closingOf(tokens, at) ?? (role.startsWith('locked') ? tokens.length - 1 : null);
}

/** Where the element that begins at a place ends; null where nothing says so. */
function closingOf(tokens: readonly MarkupToken[], at: number): number | null {
  const first = tokens[at];
  if (first?.kind !== 'open') return null;
  let depth = 0;
  for (let place = at; place < tokens.length; place += 1) {
    const token = tokens[place];
    if (!token || token.kind === 'text' || token.kind === 'other' || token.name !== first.name) continue;
    depth += token.kind === 'open' ? 1 : -1;
    if (depth === 0) return place;
  }
  return null;
}

/** The words of another language stand in a text as they are: a quotation, a name, a phrase to learn. */
function isForeign({ attributes }: OpenToken, from: Locale | null): boolean {
  const language = attributes.find(({ name }) => name === 'lang')?.value.trim() ?? '';
  return language !== '' && (from === null || !isLanguage(language, from));
}

export function isLanguage(tag: string, locale: Locale): boolean {
  return tag.trim().toLowerCase().split('-')[0] === locale;
}
