import { type HtmlElement, type HtmlNode, isHtmlElement, isTextNode } from '#content/normalize-html.ts';
import { buildElement } from '../html-tree.ts';

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

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** Null for the usual direction, which some sources write on every paragraph. */
export function parseDirection({ attribs, children }: HtmlElement, inherited: string | null): string | null {
  const dir = (attribs.dir || parseInlineStyle(attribs).direction || '').trim().toLowerCase();
  if (dir === 'auto') return rightToLeft.test(getNodeText(children)) ? 'auto' : null;
  if (dir === 'rtl') return 'rtl';
  return dir === 'ltr' ? (inherited === null ? null : 'ltr') : inherited;
}

/** An item of Google Docs is its own check box. */
export function listItemNodes({ attribs, children }: HtmlElement): readonly HtmlNode[] {
  if (attribs.role !== 'checkbox') return children;
  const checked = attribs['aria-checked'] === 'true' ? '' : null;
  return [buildElement('input', { type: 'checkbox', checked }), ...children];
}

/** The check box of a page or of Notion as a character, as for Markdown. */
export function parseCheckbox({ name, attribs }: HtmlElement): string | null {
  const box = (isChecked: boolean) => (isChecked ? '☑ ' : '☐ ');
  if (name === 'input' && attribs.type?.toLowerCase() === 'checkbox') return box('checked' in attribs);
  const state = /\bcheckbox-(on|off)\b/.exec(attribs.class ?? '')?.[1];
  return state ? box(state === 'on') : null;
}

/** Word writes this marker before an item. */
export function isListMarker(style: InlineStyle): boolean {
  return /^ignore$/.test(style['mso-list'] ?? '');
}

export function findMarker(element: HtmlElement): readonly HtmlNode[] | null {
  if (isListMarker(parseInlineStyle(element.attribs))) return element.children;
  for (const child of childElements(element)) {
    const found = findMarker(child);
    if (found) return found;
  }
  return null;
}
