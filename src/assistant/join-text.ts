import { type Locale, localeTags } from '#i18n/locales.ts';
import { hasTagsOf, readBlockText, wordsOf } from './block-tags.ts';
import type { OwnLink } from './own-link.ts';
import type { Part, SplitBlock, SplitText } from './split-text.ts';

export interface JoinOptions {
  /** The language of the translations. */
  to: Locale;
  /** Where a link to a page of ours leads in that language; null: where it led. */
  addressOf?: (link: OwnLink) => string | null;
  /** Blocks that stand as this HTML, whatever their text. */
  asTheyStand?: ReadonlyMap<string, string>;
}

/**
 * The document with these texts in place of its blocks, by their id. A block without a text, and one whose text has
 * other tags than it, stays as it was, to the letter.
 */
export function joinText(
  { from, skeleton, blocks }: SplitText,
  texts: ReadonlyMap<string, string>,
  { to, addressOf = () => null, asTheyStand = new Map() }: JoinOptions,
): string {
  const byId = new Map(blocks.map((block) => [block.id, block]));
  return write(skeleton, from !== to && texts.size > 0);

  function write(parts: readonly Part[], isTranslated: boolean): string {
    return parts.map((part) => writePart(part, isTranslated)).join('');
  }

  function writePart(part: Part, isTranslated: boolean): string {
    if (typeof part === 'string') return part;
    if ('lang' in part) return isTranslated ? `lang="${localeTags[to]}"` : part.lang;
    if ('link' in part) {
      const address = addressOf(part.link);
      return address === null ? part.raw : `href="${escapeHtml(address)}"`;
    }
    const block = byId.get(part.block);
    if (!block) throw new Error(`the skeleton names a block that is not there: ${part.block}`);
    return writeBlock(block);
  }

  function writeBlock(block: SplitBlock): string {
    const html = asTheyStand.get(block.id);
    return html ?? writeText(block);
  }

  function writeText(block: SplitBlock): string {
    const text = texts.get(block.id);
    if (text === undefined || text === block.text || !hasTagsOf(text, block.text))
      return write(block.source, false);
    if (block.attribute !== null) return `${block.attribute}="${escapeHtml(wordsOf(text))}"`;
    let lockedIn = 0;
    let html = '';
    for (const piece of readBlockText(text)) {
      if (piece.kind === 'text') {
        if (lockedIn === 0) html += escapeHtml(piece.text);
        continue;
      }
      const tag = block.tags[piece.number - 1];
      const isLocked = block.locked.includes(piece.number);
      if (piece.kind === 'close') {
        if (isLocked) lockedIn = 0;
        else html += tag?.close ?? '';
        continue;
      }
      html += write(tag?.open ?? [], from !== to);
      if (piece.kind === 'open' && isLocked) lockedIn = piece.number;
    }
    return html;
  }
}

/** One block as it stands in its document, or with these texts. */
export function blockHtml(
  split: SplitText,
  id: string,
  to: Locale,
  {
    texts = new Map(),
    addressOf,
  }: Pick<JoinOptions, 'addressOf'> & { texts?: ReadonlyMap<string, string> } = {},
): string {
  const alone = { ...split, skeleton: [{ block: id }] };
  return joinText(alone, texts, { to, ...(addressOf && { addressOf }) });
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
