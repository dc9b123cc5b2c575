import type { findAll } from 'domutils';

export type EmbedElement = ReturnType<typeof findAll>[number];

export function isEmbedElement(node: object): node is EmbedElement {
  return 'attribs' in node;
}

/** Compares whole class names, because `LinkAttachmentOuterContainer` ends with `OuterContainer`. */
export function hasClass(element: EmbedElement, ...names: string[]): boolean {
  const classes = (element.attribs.class ?? '').split(/\s+/);
  return names.some((name) => classes.includes(name));
}

export function hasAncestor(
  element: EmbedElement,
  matches: (parent: EmbedElement) => boolean,
  root: EmbedElement | null = null,
): boolean {
  for (let parent = element.parent; parent !== null && parent !== root; parent = parent.parent) {
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
