import {
  type AnyNode,
  type Element,
  elementsBelow,
  hasClass,
  isInside,
  linkedCodes,
  readHandle,
} from './embed-elements.ts';
import type { Target } from './request-page.ts';
import { namesSamePost } from './shortcode.ts';

/** The chain above a reply is drawn whole; it is never that long. */
const maxBlocks = 100;

/**
 * The block of the asked post in an embedded card, or null. For a reply the parent is drawn first, so the block has to
 * be proven: by its form, its link or its account. A card that links other posts only is somebody else's.
 */
export function chooseEmbedBlock(nodes: AnyNode[], target: Target): Element | null {
  const outer = new Set(
    elementsBelow(nodes, 'QuoteContainer').filter((one) =>
      hasClass(one, 'OuterContainer', 'OuterContainerFull'),
    ),
  );
  const blocks = [...outer].filter((one) => !isInside(one, (parent) => outer.has(parent)));
  const isAsked = (code: string) => namesSamePost(code, target.code);
  const named = linkedCodes(nodes);
  const isProven = named.some(isAsked);
  if (blocks.length > maxBlocks || (named.length > 0 && !isProven)) return null;
  const isLinking = (one: Element) => linkedCodes([one]).some(isAsked);
  const isTheirs = (one: Element) => readHandle(one)?.toLowerCase() === target.username?.toLowerCase();
  const full = blocks.filter((one) => hasClass(one, 'OuterContainerFull'));
  const chosen =
    only(full) ?? only(blocks.filter(isLinking)) ?? only(blocks) ?? only(blocks.filter(isTheirs));
  if (chosen === null) return null;
  if (isProven) return isLinking(chosen) || linkedCodes([chosen]).length === 0 ? chosen : null;
  return target.username !== null && isTheirs(chosen) ? chosen : null;
}

function only<T>(list: readonly T[]): T | null {
  return list.length === 1 ? (list[0] ?? null) : null;
}
