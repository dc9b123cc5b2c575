import { escapeHtml } from '#platform/escape-html.ts';
import { normalizeLine } from '#platform/normalize-text.ts';
import { parseBlockClass } from '../elements.ts';
import {
  type HtmlElement,
  type HtmlNode,
  isHtmlElement,
  isTextNode,
  renderOpenTag,
} from './inline-content.ts';

/** A link that fills a paragraph. Null for other elements, and for links without text or with an image. */
export function renderButton({ name, attribs, children }: HtmlElement): string | null {
  const { class: classes, href, target, rel } = attribs;
  if (name !== 'a' || !href || parseBlockClass(name, classes) === undefined) return null;
  const text = collectText(children);
  if (text === null || normalizeLine(text) === '') return null;
  const attributes = { class: 'button', href, ...(target && { target }), ...(rel && { rel }) };
  return `${renderOpenTag('a', attributes)}${escapeHtml(normalizeLine(text))}</a>`;
}

function collectText(nodes: readonly HtmlNode[]): string | null {
  let text = '';
  for (const node of nodes) {
    if (isTextNode(node)) text += node.data;
    if (!isHtmlElement(node)) continue;
    const inner = node.name === 'img' ? null : collectText(node.children);
    if (inner === null) return null;
    text += node.name === 'br' ? ' ' : inner;
  }
  return text;
}

/** Content that isn't a question moves out of the list, which it divides. */
export function normalizeFaq(
  element: HtmlElement,
  content: { isQuestion(details: HtmlElement): boolean; renderBlocks(nodes: readonly HtmlNode[]): string },
): string {
  let html = '';
  let questions = '';
  const endList = () => {
    if (questions !== '') html += `${renderOpenTag(element.name, element.attribs)}${questions}</section>`;
    questions = '';
  };
  for (const group of groupQuestions(element.children)) {
    const block = content.renderBlocks(group);
    const [first] = group;
    if (first && isDetails(first) && content.isQuestion(first)) questions += block;
    else if (block !== '') {
      endList();
      html += block;
    }
  }
  endList();
  return html;
}

/** Each `details` is a group, and so is everything between two of them. */
function groupQuestions(nodes: readonly HtmlNode[], groups: HtmlNode[][] = []): HtmlNode[][] {
  let isOpen = false;
  for (const node of nodes) {
    if (isDetails(node)) groups.push([node]);
    else if (isHtmlElement(node) && node.name === 'div') groupQuestions(node.children, groups);
    else if (isOpen) {
      groups.at(-1)?.push(node);
      continue;
    } else groups.push([node]);
    isOpen = !isHtmlElement(node) || (node.name !== 'details' && node.name !== 'div');
  }
  return groups;
}

function isDetails(node: HtmlNode): node is HtmlElement {
  return isHtmlElement(node) && node.name === 'details';
}

interface ItemRenderers {
  renderTerm(nodes: readonly HtmlNode[]): string;
  renderDescription(nodes: readonly HtmlNode[]): string;
  /** Descriptions before the first term, and terms after the last description, move out of the list. */
  renderStray(nodes: readonly HtmlNode[]): string;
}

interface Item {
  isTerm: boolean;
  text: string;
  html: string;
}

export function normalizeDescriptionList(list: HtmlElement, renderers: ItemRenderers): string {
  const items = collectItems(list.children);
  const end = items.findLastIndex(({ name }) => name === 'dd') + 1;
  const firstTerm = items.findIndex(({ name }) => name === 'dt');
  const start = firstTerm === -1 ? end : Math.min(firstTerm, end);
  const html = groupItems(items.slice(start, end).map((item) => renderItem(item, renderers)))
    .filter((group) => group.some(({ text }) => text !== ''))
    .flatMap((group) => [
      ...dropEmpty(group.filter(({ isTerm }) => isTerm)),
      ...dropEmpty(group.filter(({ isTerm }) => !isTerm)),
    ])
    .map((item) => item.html)
    .join('');
  return (
    renderers.renderStray(items.slice(0, start)) +
    (html && `${renderOpenTag('dl', list.attribs)}${html}</dl>`) +
    renderers.renderStray(items.slice(end))
  );
}

type ItemElement = HtmlElement & { children: HtmlNode[] };

function collectItems(nodes: readonly HtmlNode[], items: ItemElement[] = []): ItemElement[] {
  for (const node of nodes) {
    const last = items.at(-1);
    if (isHtmlElement(node) && (node.name === 'dt' || node.name === 'dd'))
      items.push({ ...node, children: [...node.children] });
    else if (isHtmlElement(node) && node.name === 'div') collectItems(node.children, items);
    else if (isTextNode(node) ? node.data.trim() === '' : !isHtmlElement(node)) continue;
    else if (last?.name === 'dd') last.children.push(node);
    else items.push({ type: 'tag', name: 'dd', attribs: {}, children: [node] });
  }
  return items;
}

function renderItem({ name, attribs, children }: HtmlElement, renderers: ItemRenderers): Item {
  const isTerm = name === 'dt';
  const text = isTerm ? renderers.renderTerm(children) : renderers.renderDescription(children);
  return { isTerm, text, html: `${renderOpenTag(name, attribs)}${text}</${name}>` };
}

/** A group is one or more terms with one or more descriptions. */
function groupItems(items: readonly Item[]): Item[][] {
  const groups: Item[][] = [];
  for (const item of items) {
    const last = groups.at(-1);
    if (!last || (item.isTerm && !last.at(-1)?.isTerm)) groups.push([item]);
    else last.push(item);
  }
  return groups;
}

/** Without an empty item, a term would get the description of another. */
function dropEmpty(items: readonly Item[]): readonly Item[] {
  const nonEmpty = items.filter(({ text }) => text !== '');
  return nonEmpty.length > 0 ? nonEmpty : items.slice(0, 1);
}
