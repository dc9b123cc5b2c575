import { type FormattedRange, type PostText, type TextStyle, textStyles } from '../contract.ts';
import { parseUsername, threadsOrigin, unwrapRedirectUrl } from '../post-links.ts';
import { asList, asNode, asText, isNode, type JsonNode, nodeAt } from './json.ts';

const maxTextLength = 20_000;
const maxFragments = 2_000;

/** A part of the text with one format. */
interface TextPiece {
  /** As Threads shows it, and as the caption has it. */
  shown: string;
  text: string;
  styles: TextStyle[];
  link: string | null;
}

/** The caption, and after a blank line the long text that is attached to it (autumn 2026). */
export function parseText(node: JsonNode): PostText {
  const caption = asText(asNode(node.caption)?.text);
  const pieces = parsePieces(asNode(node.text_post_app_info)?.text_fragments);
  const parts = [
    caption === null ? pieces : locatePieces(caption.slice(0, maxTextLength), pieces),
    parsePieces(attachmentOf(node)?.text_fragments),
  ].filter((part) => !isBlank(part));
  return joinPieces(
    parts.flatMap((part, index) => (index === 0 ? part : [createPlainPiece('\n\n'), ...part])),
  );
}

/** Threads gives the attached text only to some visitors. */
export function hasWithheldText(node: JsonNode): boolean {
  const attachment = attachmentOf(node);
  return attachment !== null && isBlank(parsePieces(attachment.text_fragments));
}

function attachmentOf(node: JsonNode): JsonNode | null {
  return nodeAt(asNode(node.text_post_app_info), 'snippet_attachment_info');
}

const isBlank = (pieces: readonly TextPiece[]) => pieces.every(({ text }) => text.trim() === '');

const createPlainPiece = (text: string): TextPiece => ({ shown: text, text, styles: [], link: null });

/** Of the caption and of the attached text. */
export function listFragments(node: JsonNode): JsonNode[] {
  const lists = [asNode(node.text_post_app_info)?.text_fragments, attachmentOf(node)?.text_fragments];
  return lists.flatMap(parseFragments);
}

function parseFragments(value: unknown): JsonNode[] {
  const list = Array.isArray(value) ? value : asNode(value)?.fragments;
  return asList(list)
    .slice(0, maxFragments)
    .map(asNode)
    .filter((fragment) => fragment !== null);
}

const parsePieces = (value: unknown): TextPiece[] => parseFragments(value).map(parsePiece);

function parsePiece(fragment: JsonNode): TextPiece {
  const shown = asText(fragment.plaintext) ?? '';
  const url = parseTarget(fragment);
  return {
    shown,
    // Links are shown without their end, such as `example.com/watch?v=…`.
    text: url !== null && /\S(?:…|\.{3})$/.test(shown) ? url : shown,
    styles: parseStyles(fragment),
    link: url ?? parseMention(fragment),
  };
}

function parseTarget(fragment: JsonNode): string | null {
  const target = asText(asNode(fragment.link_fragment)?.uri) ?? asText(fragment.linkified_web_url);
  return target === null ? null : unwrapRedirectUrl(target);
}

function parseMention(fragment: JsonNode): string | null {
  const user = nodeAt(asNode(fragment.mention_fragment), 'mentioned_user');
  const username = parseUsername(asText(user?.username) ?? '');
  return username === null ? null : `${threadsOrigin}/@${username}`;
}

function parseStyles(fragment: JsonNode): TextStyle[] {
  const styling = asNode(fragment.styling_info);
  const isSticker = isNode(fragment.inline_sticker_fragment);
  return textStyles.filter((style) => (style === 'sticker' ? isSticker : styling?.[`is_${style}`] === true));
}

/** The caption has no formats, and may differ from the fragments. If it's unclear what is hidden, all of it is. */
function locatePieces(caption: string, pieces: readonly TextPiece[]): TextPiece[] {
  const located: TextPiece[] = [];
  let position = 0;
  let isAllHidden = false;
  for (const piece of pieces) {
    const index = caption.indexOf(piece.shown, position);
    isAllHidden ||= index !== position && piece.styles.includes('spoiler');
    if (index < 0) continue;
    located.push(createPlainPiece(caption.slice(position, index)), piece);
    position = index + piece.shown.length;
  }
  located.push(createPlainPiece(caption.slice(position)));
  return isAllHidden
    ? located.map((piece) => ({
        ...piece,
        styles: textStyles.filter((style) => style === 'spoiler' || piece.styles.includes(style)),
      }))
    : located;
}

function joinPieces(pieces: readonly TextPiece[]): PostText {
  const formatting: FormattedRange[] = [];
  let text = '';
  for (const piece of pieces) {
    const start = text.length;
    text = (text + piece.text).slice(0, maxTextLength);
    const { styles, link } = piece;
    if (text.length === start || (styles.length === 0 && link === null)) continue;
    const last = formatting.at(-1);
    const isSame = String(last?.styles) === String(styles) && (last?.link ?? null) === link;
    if (last?.end === start && isSame) last.end = text.length;
    else formatting.push({ start, end: text.length, styles, ...(link !== null && { link }) });
  }
  return { text, ...(formatting.length > 0 && { formatting }) };
}
