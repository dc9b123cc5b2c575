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

export function descendantElements(nodes: readonly object[], ...excludedClasses: string[]): EmbedElement[] {
  const descendants: EmbedElement[] = [];
  walk(nodes, (element) => {
    if (hasClass(element, ...excludedClasses)) return false;
    descendants.push(element);
    return true;
  });
  return descendants;
}

/** Those that match and aren't in another one, without what is in elements of the excluded classes. */
export function outermostElements(
  nodes: readonly object[],
  matches: (element: EmbedElement) => boolean,
  ...excludedClasses: string[]
): EmbedElement[] {
  const outermost: EmbedElement[] = [];
  walk(nodes, (element) => {
    if (hasClass(element, ...excludedClasses)) return false;
    if (!matches(element)) return true;
    outermost.push(element);
    return false;
  });
  return outermost;
}

/** In the order of the page; `isEntered` decides whether the children of an element are visited. */
function walk(nodes: readonly object[], isEntered: (element: EmbedElement) => boolean): void {
  const stack = nodes.filter(isEmbedElement).reverse();
  for (let element = stack.pop(); element !== undefined; element = stack.pop())
    if (isEntered(element)) stack.push(...element.children.filter(isEmbedElement).reverse());
}
