import { parseDocument } from 'htmlparser2';
import { contentElements, isInlineElement, storedElementName } from '#content/elements.ts';

type Node = ReturnType<typeof parseDocument>['children'][number];

export interface HtmlBlock {
  /** The source HTML, including empty paragraphs that follow. */
  html: string;
  /** Equal for blocks with the same content: the editor and the server write different HTML. */
  key: string;
  /** Plain text for display, with one line per paragraph or list item. */
  text: string;
}

/** Elements that only one of the two HTML forms has. */
const ignoredElements = new Set(['p', 'div', 'span', 'figure', 'tbody', 'thead', 'tfoot', 'colgroup', 'col']);
/** Attributes that follow from others, or that no person writes. */
const ignoredAttributes = new Set(['target', 'rel', 'width', 'height', 'scope']);

export function splitHtmlBlocks(html: string): HtmlBlock[] {
  const nodes = parseDocument(html, { withStartIndices: true }).children;
  const blocks: HtmlBlock[] = [];
  nodes.forEach((node, index) => {
    const from = index === 0 ? 0 : (node.startIndex ?? 0);
    const source = html.slice(from, nodes[index + 1]?.startIndex ?? html.length);
    const key = collapseWhitespace(toKey(node, false));
    const last = blocks.at(-1);
    if (key !== '') blocks.push({ html: source, key, text: toText(node) });
    else if (last) last.html += source;
  });
  return blocks;
}

const collapseWhitespace = (text: string) => text.replace(/[ \t\n\f\r\u00a0]+/g, ' ').trim();
const getChildren = (node: Node): Node[] => ('children' in node ? (node.children as Node[]) : []);

function toKey(node: Node, isVerbatim: boolean): string {
  if (node.type === 'text') return isVerbatim ? JSON.stringify(node.data.trimEnd()) : node.data;
  if (!('name' in node) || !('attribs' in node)) return '';
  const name = storedElementName(node.name, node.attribs.class);
  const inner = getChildren(node)
    .map((child) => toKey(child, isVerbatim || name === 'pre'))
    .join('');
  if (ignoredElements.has(name) && !(name === 'figure' && node.attribs.class)) return ` ${inner} `;
  return `<${name}${toAttributeKey(name, node.attribs)}>${collapseWhitespace(inner)}</${name}>`;
}

function toAttributeKey(name: string, attributes: Record<string, string>): string {
  const names = contentElements.get(name)?.attributes?.filter((key) => !ignoredAttributes.has(key));
  const values = names?.map((key) => {
    const value = attributes[key];
    if (key === 'href' || key === 'src') return normalizeUrl(value);
    if (key === 'open') return value === undefined ? '' : key;
    return value ?? (/^(?:colspan|rowspan|start)$/.test(key) ? '1' : '');
  });
  return values?.some((value) => value !== '') ? ` ${JSON.stringify(values)}` : '';
}

/** All sizes of a stored image map to its id. */
function normalizeUrl(url = ''): string {
  const imageId = /\/files\/([\w-]+)\//.exec(url)?.[1];
  return imageId ?? URL.parse(url, 'http://own')?.href ?? url;
}

function toText(node: Node): string {
  return toLines(node)
    .replace(/(?<![ \u00a0])[ \u00a0]*\n\s*/g, '\n')
    .trim();
}

function toLines(node: Node): string {
  if (node.type === 'text') return node.data;
  if (!('name' in node) || !('attribs' in node)) return '';
  const { name, attribs } = node;
  if (name === 'img') return `[${attribs.alt || attribs.src?.split('/').at(-2) || ''}]`;
  if (name === 'sup' && attribs.class) return '*';
  const inner = getChildren(node).map(toLines).join('');
  if (name === 'td' || name === 'th') return `${inner}\t`;
  return isInlineElement(name) && name !== 'br' ? inner : `${inner}\n`;
}
