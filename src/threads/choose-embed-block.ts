import {
  descendantElements,
  type EmbedElement,
  type EmbedNode,
  hasAncestor,
  hasClass,
  linkedShortcodes,
  parseHandle,
} from './embed-elements.ts';
import type { PostTarget } from './request-page.ts';
import { isSamePost } from './shortcode.ts';

const maxBlocks = 100;

/**
 * The embed of a reply starts with its parents, so the post's block must be identified by its class, link or
 * account. An embed that links only to other posts is rejected.
 */
export function findEmbedBlock(nodes: EmbedNode[], target: PostTarget): EmbedElement | null {
  const outer = new Set(
    descendantElements(nodes, 'QuoteContainer').filter((element) =>
      hasClass(element, 'OuterContainer', 'OuterContainerFull'),
    ),
  );
  const blocks = [...outer].filter((element) => !hasAncestor(element, (parent) => outer.has(parent)));
  const isTarget = (code: string) => isSamePost(code, target.code);
  const linkedCodes = linkedShortcodes(nodes);
  const isTargetLinked = linkedCodes.some(isTarget);
  if (blocks.length > maxBlocks || (linkedCodes.length > 0 && !isTargetLinked)) return null;
  const linksToTarget = (element: EmbedElement) => linkedShortcodes([element]).some(isTarget);
  const hasTargetHandle = (element: EmbedElement) =>
    parseHandle(element)?.toLowerCase() === target.username?.toLowerCase();
  const full = blocks.filter((element) => hasClass(element, 'OuterContainerFull'));
  const block =
    only(full) ?? only(blocks.filter(linksToTarget)) ?? only(blocks) ?? only(blocks.filter(hasTargetHandle));
  if (block === null) return null;
  if (isTargetLinked) return linksToTarget(block) || linkedShortcodes([block]).length === 0 ? block : null;
  return target.username !== null && hasTargetHandle(block) ? block : null;
}

function only<T>(list: readonly T[]): T | null {
  return list.length === 1 ? (list[0] ?? null) : null;
}
