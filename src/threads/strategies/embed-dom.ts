import { type findAll, textContent } from 'domutils';
import type { parseDocument } from 'htmlparser2';
import { threadsOrigin } from '../link/hosts.ts';
import { parsePostPath, parseUsername } from '../link/parse-post-path.ts';
import { isSamePost } from '../link/shortcode.ts';
import type { PostTarget } from '../request/page.ts';

export type EmbedNode = ReturnType<typeof parseDocument>['children'][number];
export type EmbedElement = ReturnType<typeof findAll>[number];

export function isEmbedElement(node: object): node is EmbedElement {
  return 'attribs' in node;
}

/** Compares whole class names, because `LinkAttachmentOuterContainer` ends with `OuterContainer`. */
export function hasClass(element: EmbedElement, ...names: string[]): boolean {
  const classes = (element.attribs.class ?? '').split(/\s+/);
  return names.some((name) => classes.includes(name));
}

function hasAncestor(element: EmbedElement, matches: (parent: EmbedElement) => boolean): boolean {
  for (let parent = element.parent; parent !== null; parent = parent.parent) {
    if (isEmbedElement(parent) && matches(parent)) return true;
  }
  return false;
}

export function descendantElements(nodes: readonly object[], ...excludedClasses: string[]): EmbedElement[] {
  const descendants: EmbedElement[] = [];
  const stack = nodes.filter(isEmbedElement).reverse();
  for (let element = stack.pop(); element !== undefined; element = stack.pop()) {
    if (hasClass(element, ...excludedClasses)) continue;
    descendants.push(element);
    stack.push(...element.children.filter(isEmbedElement).reverse());
  }
  return descendants;
}

/** Links in captions and quotes don't identify the post, so they're skipped. */
export function linkedShortcodes(nodes: readonly object[]): string[] {
  return descendantElements(nodes, 'QuoteContainer', 'BodyTextContainer')
    .filter((element) => element.name === 'a')
    .map((element) => parsePostPath(URL.parse(element.attribs.href ?? '', threadsOrigin)?.pathname ?? ''))
    .map((link) => (link?.kind === 'post' ? link.code : null))
    .filter((code) => code !== null);
}

export function parseHandle(block: EmbedElement): string | null {
  const descendants = descendantElements(block.children, 'QuoteContainer');
  const header = descendants.find((element) => hasClass(element, 'HeaderLink', 'NameContainer'));
  if (header === undefined) return null;
  const path = URL.parse(header.attribs.href ?? '', threadsOrigin)?.pathname.replace('%40', '@') ?? '';
  return parseUsername(/^\/@([^/]+)/.exec(path)?.[1] ?? textContent(header).trim().replace(/^@/, ''));
}

const maxBlocks = 100;

/** The embed of a reply starts with its parents, so class, link or account must identify the block. */
export function findEmbedBlock(nodes: EmbedNode[], target: PostTarget): EmbedElement | null {
  const outerElements = new Set(
    descendantElements(nodes, 'QuoteContainer').filter((element) =>
      hasClass(element, 'OuterContainer', 'OuterContainerFull'),
    ),
  );
  const blocks = [...outerElements].filter(
    (element) => !hasAncestor(element, (parent) => outerElements.has(parent)),
  );
  const isTarget = (code: string) => isSamePost(code, target.code);
  const linkedCodes = linkedShortcodes(nodes);
  const isTargetLinked = linkedCodes.some(isTarget);
  if (blocks.length > maxBlocks || (linkedCodes.length > 0 && !isTargetLinked)) return null;
  const linksToTarget = (element: EmbedElement) => linkedShortcodes([element]).some(isTarget);
  const hasTargetHandle = (element: EmbedElement) =>
    parseHandle(element)?.toLowerCase() === target.username?.toLowerCase();
  const fullBlocks = blocks.filter((element) => hasClass(element, 'OuterContainerFull'));
  const block =
    getSingle(fullBlocks) ??
    getSingle(blocks.filter(linksToTarget)) ??
    getSingle(blocks) ??
    getSingle(blocks.filter(hasTargetHandle));
  if (block === null) return null;
  if (isTargetLinked) return linksToTarget(block) || linkedShortcodes([block]).length === 0 ? block : null;
  return target.username !== null && hasTargetHandle(block) ? block : null;
}

function getSingle<T>(list: readonly T[]): T | null {
  return list.length === 1 ? (list[0] ?? null) : null;
}
