import { type HtmlElement, type HtmlNode, isHtmlElement, isTextNode } from '#blog/normalize-html.ts';

const ignoredElements = new Set(
  (
    'script style template noscript svg math iframe object embed canvas video audio source track button input select ' +
    'textarea option head title meta link base map area xml col colgroup'
  ).split(' '),
);

/** Elements without readable text. Office elements with a colon are drawings and properties. */
export function isIgnoredElement(name: string): boolean {
  return ignoredElements.has(name) || (name.includes(':') && !name.startsWith('st1:'));
}

export function childElements(element: HtmlElement): HtmlElement[] {
  return element.children.filter(isHtmlElement);
}

const lineElements = new Set(['div', 'p', 'li', 'tr']);

/** With `hasLines`, breaks and blocks end a line. */
export function getNodeText(nodes: readonly HtmlNode[], hasLines = false): string {
  return nodes
    .map((node) => {
      if (isTextNode(node)) return node.data;
      if (!isHtmlElement(node)) return '';
      if (hasLines && node.name === 'br') return '\n';
      const text = getNodeText(node.children, hasLines);
      return hasLines && lineElements.has(node.name) && !text.endsWith('\n') ? `${text}\n` : text;
    })
    .join('');
}

export type InlineStyle = Record<string, string>;

export function parseInlineStyle({ style = '' }: Record<string, string>): InlineStyle {
  const entries = style.split(';').map((declaration) => {
    const colon = declaration.indexOf(':');
    return [declaration.slice(0, colon).trim(), declaration.slice(colon + 1).trim()].map((part) =>
      part.toLowerCase(),
    );
  });
  return Object.fromEntries(entries.filter(([name]) => name !== ''));
}

export function isHiddenElement(attributes: Record<string, string>, style: InlineStyle): boolean {
  return (
    'hidden' in attributes ||
    attributes['aria-hidden'] === 'true' ||
    style.display === 'none' ||
    style.visibility === 'hidden' ||
    style['mso-hide'] === 'all'
  );
}

/** The style wins over the element name; null means inherited. */
export function isBold(name: string, { 'font-weight': weight = '' }: InlineStyle): boolean | null {
  if (/^(?:bold|bolder|[6-9]00)$/.test(weight)) return true;
  // Google Docs wraps everything it copies in a `b` that isn't bold.
  if (/^(?:normal|lighter|[1-5]00)$/.test(weight)) return false;
  return name === 'b' || name === 'strong' ? true : null;
}

export function isItalic(name: string, { 'font-style': slant = '' }: InlineStyle): boolean | null {
  if (/^(?:italic|oblique)/.test(slant)) return true;
  if (slant === 'normal') return false;
  return ['i', 'em', 'dfn', 'var'].includes(name) ? true : null;
}

/** Code editors put lines of code on the clipboard with these styles. */
export function isCodeBlock(style: InlineStyle): boolean {
  return (
    /^pre/.test(style['white-space'] ?? '') && /mono|consolas|menlo|courier/.test(style['font-family'] ?? '')
  );
}

export function parseMsoListLevel(style: InlineStyle): number | null {
  const level = /\blevel(\d)\b/.exec(style['mso-list'] ?? '')?.[1];
  return level ? Number(level) : null;
}

/** Word writes this marker before an item. */
export function isListMarker(style: InlineStyle): boolean {
  return /^ignore$/.test(style['mso-list'] ?? '');
}
