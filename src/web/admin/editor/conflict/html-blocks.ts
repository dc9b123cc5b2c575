import { parseDocument } from 'htmlparser2';

type Node = ReturnType<typeof parseDocument>['children'][number];

export interface HtmlBlock {
  /** The source HTML, including empty paragraphs that follow. */
  html: string;
  /** Equal for blocks with the same content: the editor and the server write different HTML. */
  key: string;
  /** Plain text for display, with one line per paragraph or list item. */
  text: string;
}

const elementAliases: Record<string, string> = { b: 'strong', i: 'em', del: 's', strike: 's' };
/** Elements that only one of the two HTML forms has. */
const ignoredElements = new Set(['p', 'div', 'span', 'figure', 'tbody', 'thead', 'tfoot', 'colgroup', 'col']);
const lineElements = /^(?:p|div|li|tr|h[1-6]|br|figcaption|pre|caption|summary|dt|dd)$/;

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
  const name = elementAliases[node.name] ?? node.name;
  const inner = getChildren(node)
    .map((child) => toKey(child, isVerbatim || name === 'pre'))
    .join('');
  if (ignoredElements.has(name) && !(name === 'figure' && node.attribs.class)) return ` ${inner} `;
  return `<${name}${toAttributeKey(name, node.attribs)}>${collapseWhitespace(inner)}</${name}>`;
}

function toAttributeKey(name: string, attributes: Record<string, string>): string {
  switch (name) {
    case 'a':
      return ` ${normalizeUrl(attributes.href)} ${attributes.class ?? ''}`.trimEnd();
    case 'img':
      return ` ${normalizeUrl(attributes.src)} ${attributes.alt ?? ''}`;
    case 'td':
    case 'th':
      return ` ${attributes.colspan ?? 1} ${attributes.rowspan ?? 1}`;
    case 'abbr':
      return ` ${attributes.title ?? ''}`;
    case 'time':
      return ` ${attributes.datetime ?? ''}`;
    case 'details':
      return attributes.open === undefined ? '' : ' open';
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
      return ` ${attributes.id ?? ''}`;
    case 'figure':
      return ` ${attributes.class ?? ''}`;
    case 'ol':
      return ` ${attributes.start ?? 1} ${attributes.class ?? ''}`.trimEnd();
    case 'li':
      return attributes.id ? ` ${attributes.id}` : '';
    case 'aside':
    case 'section':
    case 'code':
      return ` ${attributes.class ?? ''}`;
    default:
      return '';
  }
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
  return lineElements.test(name) ? `${inner}\n` : inner;
}
