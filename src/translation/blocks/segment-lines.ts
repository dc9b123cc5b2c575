import { Parser } from 'htmlparser2';
import { parseFigureKind } from '#content/block-contract.ts';
import {
  contentElements,
  isInlineElement,
  nonTextElements,
  parseBlockClass,
  storedElementName,
} from '#content/elements.ts';
import type { Locale } from '#i18n/locales.ts';
import { type BlockKind, isTranslatable } from './block.ts';

/** `locked` is copied unchanged, `edge` separates blocks. */
type ElementRole = 'inline' | 'void' | 'locked' | 'locked block' | 'edge';

/** Of elements that aren't stored, but that HTML from elsewhere has. */
const otherRoles = new Map<string, ElementRole>([
  ...'bdi bdo big data dfn font label q small'.split(' ').map((name) => [name, 'inline'] as const),
  ['wbr', 'void'],
  ['var', 'locked'],
  ...[...nonTextElements, 'template', 'svg', 'math', 'object', 'video', 'audio', 'select'].map(
    (name) => [name, 'locked block'] as const,
  ),
]);

function getElementRole(name: string): ElementRole {
  const stored = storedElementName(name);
  const element = contentElements.get(stored);
  if (!element) return otherRoles.get(name) ?? 'edge';
  const isLocked = element.translation === 'locked';
  if (!isInlineElement(stored)) return isLocked ? 'locked block' : 'edge';
  if (isReading(name)) return 'edge';
  if (element.role === 'leaf') return 'void';
  return isLocked ? 'locked' : 'inline';
}

/** The readings in `ruby` belong to the words of the source language. */
const isReading = (name: string) => name === 'rt' || name === 'rp';

function getBlockKind(ancestors: readonly string[]): BlockKind {
  const kinds = ancestors.map((name) => contentElements.get(storedElementName(name))?.translation);
  const nearest = kinds.findLast((kind) => kind !== undefined);
  return nearest === undefined || nearest === 'locked' ? 'paragraph' : nearest;
}

export type OpenTagToken = Extract<HtmlToken, { kind: 'open' }>;

export type LinePiece =
  | Extract<HtmlToken, { kind: 'text' | 'close' }>
  | { kind: 'open' | 'void'; token: OpenTagToken }
  /** `unlocked` replaces a `ruby` in a line without other words. */
  | { kind: 'locked'; token: OpenTagToken; inner: string; plainText: string; unlocked?: LinePiece[] }
  /** Stays in the source, but not in a translation. */
  | { kind: 'annotation'; raw: string };

type TextSegment = { line: LinePiece[]; kind: BlockKind } | { edge: HtmlToken };

export function segmentLines(html: string, from: Locale | null): TextSegment[] {
  const tokens = tokenizeHtml(html);
  const segments: TextSegment[] = [];
  const ancestors: string[] = [];
  let line: LinePiece[] = [];
  const endLine = () => {
    if (line.length > 0) segments.push({ line: unlockRubies(line), kind: getBlockKind(ancestors) });
    line = [];
  };
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (!token) break;
    if (token.kind === 'text') {
      line.push(token);
      continue;
    }
    const role = token.kind === 'other' ? 'edge' : getElementRole(token.name);
    const isLocked =
      token.kind === 'open' &&
      (role.startsWith('locked') ||
        isOtherLanguage(token, from) ||
        isThreadsPost(token) ||
        isFootnoteReference(token));
    const end = isLocked && role !== 'void' ? findLockedEnd(tokens, at, role) : null;
    if (token.kind === 'open' && end !== null) {
      const inside = tokens.slice(at + 1, end);
      // An unclosed element contains everything after it, so it must not be part of a line.
      const isClosed = findClosingIndex(tokens, at) !== null;
      if (isClosed && (role === 'inline' || role === 'locked')) {
        const inner = joinRaw(tokens.slice(at + 1, end + 1));
        const plainText = inside.map((child) => (child.kind === 'text' ? child.text : '')).join('');
        line.push({
          kind: 'locked',
          token,
          inner,
          plainText: plainText.replace(/[ \t\n\r\f]+/g, ' ').trim(),
          ...(token.name === 'ruby' &&
            !isOtherLanguage(token, from) && { unlocked: separateReadings(tokens.slice(at, end + 1)) }),
        });
      } else {
        endLine();
        segments.push({ edge: { kind: 'other', raw: joinRaw(tokens.slice(at, end + 1)) } });
      }
      at = end;
    } else if (token.kind === 'open' && role !== 'edge' && role !== 'locked block') {
      line.push({ kind: role === 'void' ? 'void' : 'open', token });
    } else if (token.kind === 'close' && (role === 'inline' || role === 'locked')) line.push(token);
    else {
      endLine();
      segments.push({ edge: token });
      if (token.kind === 'open') ancestors.push(token.name);
      else if (token.kind === 'close' && ancestors.includes(token.name))
        ancestors.length = ancestors.lastIndexOf(token.name);
    }
  }
  endLine();
  return segments;
}

function unlockRubies(line: LinePiece[]): LinePiece[] {
  if (!line.some((piece) => piece.kind === 'locked' && piece.unlocked)) return line;
  if (isTranslatable(line.map((piece) => (piece.kind === 'text' ? piece.text : ' ')).join(''))) return line;
  return line.flatMap((piece) => (piece.kind === 'locked' && piece.unlocked) || [piece]);
}

function separateReadings(tokens: readonly HtmlToken[]): LinePiece[] {
  const pieces: LinePiece[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (!token) break;
    const role = 'name' in token ? getElementRole(token.name) : 'edge';
    if (token.kind === 'text' || (token.kind === 'close' && role === 'inline')) pieces.push(token);
    else if (token.kind === 'open' && (role === 'inline' || role === 'void'))
      pieces.push({ kind: role === 'void' ? 'void' : 'open', token });
    else {
      const end = (token.kind === 'open' && isReading(token.name) && findClosingIndex(tokens, at)) || at;
      pieces.push({ kind: 'annotation', raw: joinRaw(tokens.slice(at, end + 1)) });
      at = end;
    }
  }
  return pieces;
}

function joinRaw(tokens: readonly HtmlToken[]): string {
  return tokens.map(({ raw }) => raw).join('');
}

/** Unclosed code is locked to the end of the document. */
function findLockedEnd(tokens: readonly HtmlToken[], at: number, role: ElementRole): number | null {
  return findClosingIndex(tokens, at) ?? (role.startsWith('locked') ? tokens.length - 1 : null);
}

function findClosingIndex(tokens: readonly HtmlToken[], at: number): number | null {
  const first = tokens[at];
  if (first?.kind !== 'open') return null;
  let depth = 0;
  for (let index = at; index < tokens.length; index += 1) {
    const token = tokens[index];
    if (!token || token.kind === 'text' || token.kind === 'other' || token.name !== first.name) continue;
    depth += token.kind === 'open' ? 1 : -1;
    if (depth === 0) return index;
  }
  return null;
}

/** A quotation, which stays in the words of its author. */
function isThreadsPost({ name, attributes }: OpenTagToken): boolean {
  const classes = attributes.find((attribute) => attribute.name === 'class')?.value;
  return name === 'figure' && parseFigureKind(classes) === 'threads-post';
}

/** Only a link: a page adds the number. */
function isFootnoteReference({ name, attributes }: OpenTagToken): boolean {
  return name === 'sup' && attributes.some(({ value }) => parseBlockClass('sup', value) !== undefined);
}

/** Text in another language is a quotation, a name or a phrase to learn. */
function isOtherLanguage({ attributes }: OpenTagToken, from: Locale | null): boolean {
  const language = attributes.find(({ name }) => name === 'lang')?.value.trim() ?? '';
  return language !== '' && (from === null || !matchesLocale(language, from));
}

export function matchesLocale(tag: string, locale: Locale): boolean {
  return tag.trim().toLowerCase().split('-')[0] === locale;
}

export interface HtmlAttribute {
  name: string;
  value: string;
  /** Offsets in `raw`, including name and quotes. */
  start: number;
  end: number;
}

/** The `raw` values concatenate to the document. */
export type HtmlToken =
  | { kind: 'open'; raw: string; name: string; attributes: HtmlAttribute[] }
  | { kind: 'close'; raw: string; name: string }
  | { kind: 'text'; raw: string; text: string }
  | { kind: 'other'; raw: string };

function tokenizeHtml(html: string): HtmlToken[] {
  const tokens: HtmlToken[] = [];
  let at = 0;
  let attributes: { name: string; value: string; start: number; end: number }[] = [];
  const push = (end: number, createToken: (raw: string, start: number) => HtmlToken) => {
    const start = Math.max(parser.startIndex, at);
    if (start > at) tokens.push({ kind: 'other', raw: html.slice(at, start) });
    if (end > start) tokens.push(createToken(html.slice(start, end), start));
    at = Math.max(at, end);
  };
  const parser = new Parser({
    onattribute(name, value) {
      attributes.push({ name, value, start: parser.startIndex, end: parser.endIndex });
    },
    onopentag(name, _, isImplied) {
      const tagAttributes = attributes;
      attributes = [];
      if (isImplied) return;
      push(parser.endIndex + 1, (raw, start) => ({
        kind: 'open',
        raw,
        name,
        attributes: tagAttributes.map((attribute) => ({
          ...attribute,
          start: attribute.start - start,
          end: attribute.end - start,
        })),
      }));
    },
    onclosetag(name, isImplied) {
      if (!isImplied) push(parser.endIndex + 1, (raw) => ({ kind: 'close', raw, name }));
    },
    ontext(text) {
      push(parser.endIndex + 1, (raw) => ({ kind: 'text', raw, text }));
    },
  });
  parser.end(html);
  if (at < html.length) tokens.push({ kind: 'other', raw: html.slice(at) });
  return tokens.reduce<HtmlToken[]>(joinTexts, []);
}

/** The parser splits text at each character reference. */
function joinTexts(tokens: HtmlToken[], token: HtmlToken): HtmlToken[] {
  const last = tokens.at(-1);
  if (last?.kind === 'text' && token.kind === 'text')
    tokens[tokens.length - 1] = { kind: 'text', raw: last.raw + token.raw, text: last.text + token.text };
  else tokens.push(token);
  return tokens;
}
