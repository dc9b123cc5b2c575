import type { parseDocument } from 'htmlparser2';

export type PastedNode = ReturnType<typeof parseDocument>['children'][number];
export type PastedElement = Extract<PastedNode, { attribs: unknown }>;
type Text = Extract<PastedNode, { type: 'text' }>;

const ignoredElements = new Set(
  (
    'script style template noscript svg math iframe object embed canvas video audio source track button input select ' +
    'textarea option head title meta link base map area xml col colgroup'
  ).split(' '),
);

export function isPastedElement(node: PastedNode): node is PastedElement {
  return node.type === 'tag' || node.type === 'script' || node.type === 'style';
}

export function isPastedText(node: PastedNode): node is Text {
  return node.type === 'text';
}

/** Elements without readable text. Office elements with a colon are drawings and properties. */
export function isIgnoredElement(name: string): boolean {
  return ignoredElements.has(name) || (name.includes(':') && !name.startsWith('st1:'));
}

export function childElements(element: PastedElement): PastedElement[] {
  return element.children.filter(isPastedElement);
}

const lineElements = new Set(['div', 'p', 'li', 'tr']);

/** With `hasLines`, breaks and blocks end a line. */
export function getNodeText(nodes: readonly PastedNode[], hasLines = false): string {
  return nodes
    .map((node) => {
      if (isPastedText(node)) return node.data;
      if (!isPastedElement(node)) return '';
      if (hasLines && node.name === 'br') return '\n';
      const text = getNodeText(node.children, hasLines);
      return hasLines && lineElements.has(node.name) && !text.endsWith('\n') ? `${text}\n` : text;
    })
    .join('');
}
