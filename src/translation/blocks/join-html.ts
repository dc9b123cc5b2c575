import { type Locale, localeTags } from '#i18n/locales.ts';
import { escapeHtmlAttribute } from '#platform/escape-html.ts';
import type { InternalLink } from '../internal-links.ts';
import { hasSameTags, parseBlockText, plainBlockText } from './block.ts';
import type { SkeletonPart, SplitBlock, SplitHtml } from './split-html.ts';

export interface JoinHtmlOptions {
  to: Locale;
  /** null leaves the link unchanged. */
  urlFor?: (link: InternalLink) => string | null;
  htmlByBlock?: ReadonlyMap<string, string>;
}

/** A block without a translation, or with different tags in it, keeps its source. */
export function joinHtml(
  { from, skeleton, blocks }: SplitHtml,
  texts: ReadonlyMap<string, string>,
  { to, urlFor = () => null, htmlByBlock = new Map() }: JoinHtmlOptions,
): string {
  const byId = new Map(blocks.map((block) => [block.id, block]));
  return write(skeleton, from !== to && texts.size > 0);

  function write(parts: readonly SkeletonPart[], isTranslated: boolean): string {
    return parts.map((part) => writePart(part, isTranslated)).join('');
  }

  function writePart(part: SkeletonPart, isTranslated: boolean): string {
    if (typeof part === 'string') return part;
    if ('lang' in part) return isTranslated ? `lang="${localeTags[to]}"` : part.lang;
    if ('link' in part) {
      const url = urlFor(part.link);
      return url === null ? part.raw : `href="${escapeHtmlAttribute(url)}"`;
    }
    const block = byId.get(part.block);
    if (!block) throw new Error(`unknown block in the skeleton: ${part.block}`);
    return writeBlock(block);
  }

  function writeBlock(block: SplitBlock): string {
    const html = htmlByBlock.get(block.id);
    return html ?? writeText(block);
  }

  function writeText(block: SplitBlock): string {
    const text = texts.get(block.id);
    if (text === undefined || text === block.text || !hasSameTags(text, block.text))
      return write(block.source, false);
    if (block.attribute !== null) return `${block.attribute}="${escapeHtmlAttribute(plainBlockText(text))}"`;
    let lockedIn = 0;
    let html = '';
    for (const piece of parseBlockText(text)) {
      if (piece.kind === 'text') {
        if (lockedIn === 0) html += escapeHtmlAttribute(piece.text);
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

export function renderBlockHtml(
  split: SplitHtml,
  id: string,
  to: Locale,
  {
    texts = new Map(),
    urlFor,
  }: Pick<JoinHtmlOptions, 'urlFor'> & { texts?: ReadonlyMap<string, string> } = {},
): string {
  const singleBlock = { ...split, skeleton: [{ block: id }] };
  return joinHtml(singleBlock, texts, { to, ...(urlFor && { urlFor }) });
}
