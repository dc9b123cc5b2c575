import { findAll, getInnerHTML, textContent } from 'domutils';
import { parseDocument } from 'htmlparser2';
import { decodeUriComponent } from '#platform/decode-uri.ts';
import { type FigureKind, parseFigureKind } from './block-contract.ts';
import { isInlineElement } from './elements.ts';
import { renderFootnotes } from './html/footnotes.ts';
import { imageUrlPattern, imageWidthsFor } from './image-contract.ts';

export interface RenderedContent {
  html: string;
  headings: { id: string; level: 2 | 3; text: string }[];
  /** Plain text of the lists of questions. */
  questions: { question: string; answer: string }[];
}

/** Keeps heading ids apart from the page's own ids, such as `main`. */
const idPrefix = 's-';
const idLengthMax = 60;

function createHeadingIds(usedIds: Set<string>): (text: string) => string | null {
  /** By base. Starting at 1 for each heading would be quadratic. */
  const nextNumbers = new Map<string, number>();
  return (text) => {
    if (text === '') return null;
    const truncated = Array.from(text.normalize('NFC').toLowerCase()).slice(0, idLengthMax).join('');
    const base = truncated.replace(/[^\p{L}\p{M}\p{N}]+/gu, '-').replace(/^-|-$/g, '');
    let number = nextNumbers.get(base) ?? 1;
    while (usedIds.has(formatId(base, number))) number += 1;
    nextNumbers.set(base, number + 1);
    usedIds.add(formatId(base, number));
    return formatId(base, number);
  };
}

function formatId(base: string, number: number): string {
  if (base === '') return `${idPrefix}${number}`;
  return `${idPrefix}${base}${number === 1 ? '' : `-${number}`}`;
}

type Document = ReturnType<typeof parseDocument>;
type Element = ReturnType<typeof findAll>[number];

/** In CSS pixels. */
const textColumnWidth = 624;
const figureWidths: Partial<Record<FigureKind, number>> = { wide: 864, full: 960 };

/** The page title is the h1, so headings start at h2 and skip no level. */
export function renderContent(content: string): RenderedContent {
  const document = parseDocument(content);
  const headingElements = findAll(({ name }) => /^h[1-6]$/.test(name), document.children);
  const storedIds = prefixStoredIds(headingElements);
  const headings = renderHeadings(headingElements, new Set(storedIds.values()));
  const ids = new Map([...headings.map(({ id }) => [id.slice(idPrefix.length), id] as const), ...storedIds]);
  for (const link of findAll(({ name }) => name === 'a', document.children)) renderFragmentLink(link, ids);
  for (const image of findAll(({ name }) => name === 'img', document.children)) renderImage(image);
  const questions = findQuestions(document);
  // Last, so that titles and answers don't contain numbers of footnotes.
  renderFootnotes(document);
  return { html: serialize(document), headings, questions };
}

/** Stand for `<` and `>` in attributes until the document is serialized. */
const placeholders = { '<': '\ue000', '>': '\ue001' };

/** Every `<` of the result begins a tag. The serializer itself leaves `<` and `>` in attributes as they are. */
function serialize(document: Document): string {
  for (const { attribs } of findAll(() => true, document.children)) {
    for (const [name, value] of Object.entries(attribs)) {
      attribs[name] = value.replaceAll('<', placeholders['<']).replaceAll('>', placeholders['>']);
    }
  }
  return getInnerHTML(document, { encodeEntities: 'utf8' })
    .replaceAll(placeholders['<'], '&lt;')
    .replaceAll(placeholders['>'], '&gt;');
}

/** Returns the rendered ids by the ids of the author. Only the first heading keeps a repeated one. */
function prefixStoredIds(elements: Element[]): Map<string, string> {
  const ids = new Map<string, string>();
  for (const { attribs } of elements) {
    const { id } = attribs;
    delete attribs.id;
    if (id === undefined || ids.has(id)) continue;
    attribs.id = idPrefix + id;
    ids.set(id, attribs.id);
  }
  return ids;
}

function renderFragmentLink({ attribs }: Element, ids: ReadonlyMap<string, string>): void {
  const { href = '' } = attribs;
  const fragment = href.slice(1);
  const id = href.startsWith('#') ? ids.get(decodeUriComponent(fragment) ?? fragment) : undefined;
  if (id !== undefined) attribs.href = `#${encodeURIComponent(id)}`;
}

function renderHeadings(elements: Element[], usedIds: Set<string>): RenderedContent['headings'] {
  const headings: RenderedContent['headings'] = [];
  const createId = createHeadingIds(usedIds);
  const ancestors: { sourceLevel: number; outputLevel: number }[] = [];
  for (const element of elements) {
    const sourceLevel = Number(element.name.slice(1));
    while (ancestors.length > 0 && (ancestors.at(-1)?.sourceLevel ?? 0) >= sourceLevel) ancestors.pop();
    const outputLevel = (ancestors.at(-1)?.outputLevel ?? 1) + 1;
    ancestors.push({ sourceLevel, outputLevel });
    element.name = `h${outputLevel}`;
    if (outputLevel > 3) continue;
    const text = textContent(element).replace(/\s+/g, ' ').trim();
    const id = element.attribs.id ?? createId(text);
    if (id === null) continue;
    element.attribs.id = id;
    headings.push({ id, level: outputLevel === 2 ? 2 : 3, text });
  }
  return headings;
}

function renderImage({ attribs, parent }: Element): void {
  attribs.loading = 'lazy';
  attribs.decoding = 'async';
  const { src = '' } = attribs;
  const storedWidth = Number(imageUrlPattern.exec(src)?.[1] ?? 0);
  const widths = storedWidth > 0 ? imageWidthsFor(storedWidth) : [];
  if (widths.length < 2) return;
  const kind = parent && 'attribs' in parent ? parseFigureKind(parent.attribs.class) : null;
  const columnWidth = (kind && figureWidths[kind]) ?? textColumnWidth;
  const displayWidth = Math.min(Number(attribs.width) || storedWidth, columnWidth);
  const getUrl = (width: number) => src.replace(/\d{1,5}\.webp$/, `${width}.webp`);
  attribs.srcset = widths.map((width) => `${getUrl(width)} ${width}w`).join(', ');
  attribs.sizes = `(min-width: ${displayWidth + 40}px) ${displayWidth}px, 100vw`;
}

type ChildNode = Element['children'][number];

/** The questions of all FAQs in sanitized HTML, without those that have no answer in words. */
function findQuestions(document: Document): RenderedContent['questions'] {
  return findAll(isFaq, document.children)
    .flatMap(({ children }) => children.filter(isElement))
    .flatMap(({ children }) => {
      const summary = children.find((child) => isElement(child) && child.name === 'summary');
      const question = summary ? textContent(summary).replace(/\s+/g, ' ').trim() : '';
      const answer = toLines(children.filter((child) => child !== summary));
      return question === '' || answer === '' ? [] : [{ question, answer }];
    });
}

const isElement = (node: ChildNode): node is Element => 'attribs' in node;
const isFaq = ({ name, attribs }: Element) => name === 'section' && attribs.class === 'faq';

/** The text with one line per block. */
function toLines(nodes: readonly ChildNode[]): string {
  const collect = (node: ChildNode): string => {
    if (node.type === 'text') return node.data;
    if (!isElement(node) || node.name === 'rp') return '';
    const text = node.children.map(collect).join('');
    if (/^t[dh]$/.test(node.name)) return `${text} `;
    return isInlineElement(node.name) && node.name !== 'br' ? text : `\n${text}\n`;
  };
  return nodes
    .map(collect)
    .join('')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n[ \n]*/g, '\n')
    .trim();
}
