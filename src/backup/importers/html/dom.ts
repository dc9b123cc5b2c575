import { append, findAll, getInnerHTML, prepend, removeElement } from 'domutils';
import { parseDocument } from 'htmlparser2';

export type Document = ReturnType<typeof parseDocument>;
export type Node = Document['children'][number];
export type Element = Extract<Node, { attribs: unknown }>;

export const isElement = (node: Node): node is Element => 'attribs' in node;

export function hasClass({ attribs }: Element, name: string): boolean {
  return (attribs.class ?? '').split(/\s+/).includes(name);
}

/** Elements that are still in the document when their turn comes. */
export function* eachElement(document: Document, test: (element: Element) => boolean): Generator<Element> {
  for (const element of findAll(test, document.children)) if (isAttached(document, element)) yield element;
}

function isAttached(document: Document, element: Element): boolean {
  let node: Node | Document | null = element;
  while (node && node !== document) node = node.parent as Node | Document | null;
  return node === document;
}

export function findInside(element: Element, test: (element: Element) => boolean): Element[] {
  return findAll(test, element.children);
}

export function replaceWith(element: Element, html: string): void {
  let last: Node = element;
  for (const node of [...parseDocument(html).children]) {
    append(last, node);
    last = node;
  }
  removeElement(element);
}

export function unwrap(element: Element): void {
  for (const child of [...element.children]) prepend(element, child);
  removeElement(element);
}

export function innerHtml(node: Element | Document): string {
  return getInnerHTML(node, { encodeEntities: 'utf8' });
}
