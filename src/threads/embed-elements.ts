import { type findAll, textContent } from 'domutils';
import type { parseDocument } from 'htmlparser2';
import { matchPostPath, readUsername } from './match-post-path.ts';
import { publicOrigin } from './threads-hosts.ts';

export type AnyNode = ReturnType<typeof parseDocument>['children'][number];
export type Element = ReturnType<typeof findAll>[number];

export function isElement(node: object): node is Element {
  return 'attribs' in node;
}

/** Whole class names: `OuterContainer` also ends `LinkAttachmentOuterContainer`. */
export function hasClass(element: Element, ...names: string[]): boolean {
  const classes = (element.attribs.class ?? '').split(/\s+/);
  return names.some((name) => classes.includes(name));
}

export function isInside(element: Element, holds: (parent: Element) => boolean): boolean {
  for (let parent = element.parent; parent !== null; parent = parent.parent) {
    if (isElement(parent) && holds(parent)) return true;
  }
  return false;
}

/** Elements below `nodes` in document order, without those of a class in `foreign` and what lies in them. */
export function elementsBelow(nodes: readonly object[], ...foreign: string[]): Element[] {
  const below: Element[] = [];
  const stack = nodes.filter(isElement).reverse();
  for (let one = stack.pop(); one !== undefined; one = stack.pop()) {
    if (hasClass(one, ...foreign)) continue;
    below.push(one);
    stack.push(...one.children.filter(isElement).reverse());
  }
  return below;
}

/** Shortcodes of the posts linked below `nodes`; what a caption links and what a quote shows is no evidence. */
export function linkedCodes(nodes: readonly object[]): string[] {
  return elementsBelow(nodes, 'QuoteContainer', 'BodyTextContainer')
    .filter((one) => one.name === 'a')
    .map((one) => matchPostPath(URL.parse(one.attribs.href ?? '', publicOrigin)?.pathname ?? ''))
    .map((link) => (link?.kind === 'post' ? link.code : null))
    .filter((code) => code !== null);
}

/** The account in the header of a block. */
export function readHandle(block: Element): string | null {
  const below = elementsBelow(block.children, 'QuoteContainer');
  const header = below.find((one) => hasClass(one, 'HeaderLink', 'NameContainer'));
  if (header === undefined) return null;
  const path = URL.parse(header.attribs.href ?? '', publicOrigin)?.pathname.replace('%40', '@') ?? '';
  return readUsername(/^\/@([^/]+)/.exec(path)?.[1] ?? textContent(header).trim().replace(/^@/, ''));
}
