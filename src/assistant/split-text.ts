import type { Locale } from '#i18n/locales.ts';
import { keptTokens } from './kept-tokens.ts';
import { type OwnLink, ownLinkOf } from './own-link.ts';
import { isTranslatable, plainBlock } from './plain-block.ts';
import { type ScannedAttribute, scanMarkup } from './scan-markup.ts';
import { isLanguage, type OpenToken, type Piece, textLines } from './text-lines.ts';
import { type BlockKind, blockHash, escapeBlockText, type TranslationBlock } from './translation-block.ts';
import { trimLine } from './trim-line.ts';

/** A piece of the document that stays, or the place of one that may be another in the translation. */
export type Part =
  | string
  /** The text of this block. */
  | { block: string }
  /** An attribute, as written, that names the language of the text. */
  | { lang: string }
  /** An attribute, as written, that leads to a page of ours. */
  | { link: OwnLink; raw: string };

export interface SplitBlock extends TranslationBlock {
  /** The block as it stands in the document. */
  source: Part[];
  /** What its numbered tags stand for, the first is 1. */
  tags: { open: Part[]; close: string }[];
  /** Set where it is an attribute's value: which. */
  attribute: string | null;
}

export interface SplitText {
  from: Locale | null;
  /** The document without its blocks. */
  skeleton: Part[];
  /** Every one stands in the skeleton, or in a tag of one that does. */
  blocks: SplitBlock[];
  /** Each once. */
  ownLinks: OwnLink[];
}

/**
 * HTML taken apart into what is translated and what is not. Every letter of it is in the skeleton or in a block's
 * source, so that nothing but words can get lost. `from` is the language of the text, if known: what is marked as
 * another stays as it is.
 */
export function splitText(html: string, from: Locale | null): SplitText {
  const blocks: SplitBlock[] = [];
  const ownLinks = new Map<string, OwnLink>();
  const nextId = () => `b${blocks.length + 1}`;

  const skeleton = textLines(scanMarkup(html), from).flatMap((stretch): Part[] => {
    if ('edge' in stretch) return stretch.edge.kind === 'open' ? tagParts(stretch.edge) : [stretch.edge.raw];
    return trimLine(stretch.line).flatMap((part) =>
      'outside' in part ? pieceParts(part.outside) : blockParts(part.inside, stretch.kind),
    );
  });
  return { from, skeleton: joinStrings(skeleton), blocks, ownLinks: [...ownLinks.values()] };

  function blockParts(pieces: Piece[], kind: BlockKind): Part[] {
    const bare = pieces.map((piece) => (piece.kind === 'text' ? piece.text : ' ')).join('');
    const source: Part[] = [];
    const tags: SplitBlock['tags'] = [];
    const open: number[] = [];
    const locked: number[] = [];
    const keep = keptTokens(bare);
    let text = '';
    for (const piece of pieces) {
      const parts = pieceParts(piece);
      source.push(...parts);
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
        const words = piece.kind === 'locked' ? piece.words : '';
        if (words !== '') keep.push(words);
        if (piece.kind === 'open') text += `<${number}>`;
        else text += words === '' ? `<${number}/>` : `<${number}>${escapeBlockText(words)}</${number}>`;
      }
    }
    if (!isTranslatable(bare)) return source;
    const id = nextId();
    const hash = blockHash({ text, locked });
    const own = { id, kind, text, locked, keep: [...new Set(keep)], most: null, hash };
    blocks.push({ ...own, source: joinStrings(source), tags, attribute: null });
    return [{ block: id }];
  }

  function pieceParts(piece: Piece): Part[] {
    if (piece.kind === 'text' || piece.kind === 'close') return [piece.raw];
    return [...tagParts(piece.token), ...(piece.kind === 'locked' ? [piece.inner] : [])];
  }

  /** A tag, with those of its attributes apart that are for people, name the language or lead to us. */
  function tagParts({ raw, name, attributes }: OpenToken): Part[] {
    const parts: Part[] = [];
    let at = 0;
    for (const attribute of attributes) {
      const part = attributePart(name, attribute, raw.slice(attribute.start, attribute.end));
      if (part === null) continue;
      parts.push(raw.slice(at, attribute.start), part);
      at = attribute.end;
    }
    return [...parts, raw.slice(at)];
  }

  function attributePart(element: string, { name, value }: ScannedAttribute, raw: string): Part | null {
    if (name === 'lang' && from !== null && isLanguage(value, from)) return { lang: raw };
    if (name === 'href' && element === 'a') {
      const link = ownLinkOf(value);
      if (link === null) return null;
      ownLinks.set(link.href, link);
      return { link, raw };
    }
    const isAlt = name === 'alt' && element === 'img';
    if ((!isAlt && name !== 'title') || !isTranslatable(value)) return null;
    const id = nextId();
    const block = plainBlock({ id, kind: isAlt ? 'picture description' : 'tooltip', text: value });
    blocks.push({ ...block, source: [raw], tags: [], attribute: name });
    return { block: id };
  }
}

function joinStrings(parts: readonly Part[]): Part[] {
  return parts.reduce<Part[]>((joined, part) => {
    const last = joined.at(-1);
    if (typeof last === 'string' && typeof part === 'string') joined[joined.length - 1] = last + part;
    else if (part !== '') joined.push(part);
    return joined;
  }, []);
}
