import { isVisibleElement } from '#content/elements.ts';
import {
  type HtmlElement,
  type HtmlNode,
  type HtmlText,
  isHtmlElement,
  isTextNode,
} from '#content/normalize-html.ts';

export type Attributes = Record<string, string | number | null | undefined>;

/** Skips null and undefined attributes. */
export function buildElement(
  name: string,
  attributes: Attributes = {},
  children: readonly HtmlNode[] = [],
): HtmlElement {
  const attribs: Record<string, string> = {};
  for (const [key, value] of Object.entries(attributes))
    if (value !== null && value !== undefined) attribs[key] = String(value);
  return { type: 'tag', name, attribs, children };
}

export function buildText(data: string): HtmlText {
  return { type: 'text', data };
}

export function buildReference(noteId: string): HtmlElement {
  return buildElement('sup', { class: 'footnote' }, [buildElement('a', { href: `#${noteId}` })]);
}

/** False for nodes of which the normalizer leaves nothing. */
export function hasContent(node: HtmlNode): boolean {
  if (isTextNode(node)) return node.data.trim() !== '';
  if (!isHtmlElement(node)) return false;
  return (
    (node.name !== 'img' && isVisibleElement(node.name)) ||
    Boolean(node.attribs.src) ||
    node.attribs.class === 'footnote' ||
    node.children.some(hasContent)
  );
}
