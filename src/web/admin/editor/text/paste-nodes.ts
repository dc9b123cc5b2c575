import type { parseDocument } from 'htmlparser2';

export type Node = ReturnType<typeof parseDocument>['children'][number];
export type Element = Extract<Node, { attribs: unknown }>;
type Text = Extract<Node, { type: 'text' }>;

const without = new Set(
  (
    'script style template noscript svg math iframe object embed canvas video audio source track button input select ' +
    'textarea option head title meta link base map area xml col colgroup'
  ).split(' '),
);

export function isElement(node: Node): node is Element {
  return node.type === 'tag' || node.type === 'script' || node.type === 'style';
}

export function isText(node: Node): node is Text {
  return node.type === 'text';
}

/** Elements that have no words for readers; those of Office with a colon are drawings and properties. */
export function dropped(name: string): boolean {
  return without.has(name) || (name.includes(':') && !name.startsWith('st1:'));
}

export function childrenOf(element: Element): Element[] {
  return element.children.filter(isElement);
}

const lines = new Set(['div', 'p', 'li', 'tr']);

/** All words; as lines, where breaks and blocks end them. */
export function textOf(nodes: readonly Node[], inLines = false): string {
  return nodes
    .map((node) => {
      if (isText(node)) return node.data;
      if (!isElement(node)) return '';
      if (inLines && node.name === 'br') return '\n';
      const text = textOf(node.children, inLines);
      return inLines && lines.has(node.name) && !text.endsWith('\n') ? `${text}\n` : text;
    })
    .join('');
}
