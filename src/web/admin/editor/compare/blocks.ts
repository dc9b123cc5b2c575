import { parseDocument } from 'htmlparser2';

type Node = ReturnType<typeof parseDocument>['children'][number];

/** A paragraph, heading, list, picture, …: what stands on the first level of a text. */
export interface Block {
  /** As it was written, with the empty paragraphs that follow it. */
  html: string;
  /** The same for blocks that say the same, whoever wrote their HTML: the editor and the server have forms of their own. */
  key: string;
  /** For reading: no markup, one line for each paragraph or entry. */
  text: string;
}

const sameNames: Record<string, string> = { b: 'strong', i: 'em', del: 's', strike: 's' };
/** Elements that one form has and the other has not. */
const loose = new Set(['p', 'div', 'span', 'figure', 'tbody', 'thead', 'tfoot', 'colgroup', 'col']);
const lines = new Set([
  'p',
  'div',
  'li',
  'tr',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'br',
  'figcaption',
  'pre',
  'caption',
]);

export function splitBlocks(html: string): Block[] {
  const nodes = parseDocument(html, { withStartIndices: true }).children;
  const blocks: Block[] = [];
  nodes.forEach((node, place) => {
    const from = place === 0 ? 0 : (node.startIndex ?? 0);
    const source = html.slice(from, nodes[place + 1]?.startIndex ?? html.length);
    const key = tidy(keyOf(node, false));
    const last = blocks.at(-1);
    if (key !== '') blocks.push({ html: source, key, text: textOf(node) });
    else if (last) last.html += source;
  });
  return blocks;
}

const tidy = (text: string) => text.replace(/[ \t\n\f\r\u00a0]+/g, ' ').trim();
const childrenOf = (node: Node): Node[] => ('children' in node ? (node.children as Node[]) : []);

function keyOf(node: Node, isVerbatim: boolean): string {
  if (node.type === 'text') return isVerbatim ? JSON.stringify(node.data.trimEnd()) : node.data;
  if (!('name' in node) || !('attribs' in node)) return '';
  const name = sameNames[node.name] ?? node.name;
  const inner = childrenOf(node)
    .map((child) => keyOf(child, isVerbatim || name === 'pre'))
    .join('');
  if (loose.has(name)) return ` ${inner} `;
  return `<${name}${attributesOf(name, node.attribs)}>${tidy(inner)}</${name}>`;
}

function attributesOf(name: string, attributes: Record<string, string>): string {
  switch (name) {
    case 'a':
      return ` ${addressOf(attributes.href)}`;
    case 'img':
      return ` ${addressOf(attributes.src)} ${attributes.alt ?? ''}`;
    case 'td':
    case 'th':
      return ` ${attributes.colspan ?? 1} ${attributes.rowspan ?? 1}`;
    case 'ol':
      return ` ${attributes.start ?? 1}`;
    case 'code':
      return ` ${attributes.class ?? ''}`;
    default:
      return '';
  }
}

/** Variants of one stored picture are one. */
function addressOf(address = ''): string {
  const picture = /\/files\/([\w-]+)\//.exec(address)?.[1];
  return picture ?? URL.parse(address, 'http://own')?.href ?? address;
}

function textOf(node: Node): string {
  const write = (one: Node): string => {
    if (one.type === 'text') return one.data;
    if (!('name' in one) || !('attribs' in one)) return '';
    if (one.name === 'img') return `[${one.attribs.alt || one.attribs.src?.split('/').at(-2) || ''}]`;
    const inner = childrenOf(one).map(write).join('');
    if (one.name === 'td' || one.name === 'th') return `${inner}\t`;
    return lines.has(one.name) ? `${inner}\n` : inner;
  };
  return write(node)
    .replace(/[ \u00a0]*\n\s*/g, '\n')
    .trim();
}
