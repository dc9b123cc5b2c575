import { findAll, getInnerHTML, textContent } from 'domutils';
import { parseDocument } from 'htmlparser2';
import { imageUrlPattern, type RenderedContent } from '../contract.ts';
import { imageWidthsFor } from '../images.ts';
import { splitCodePoints } from '../search.ts';

/** Keeps heading ids apart from the page's own ids, such as `main`. */
const idPrefix = 's-';
const idLengthMax = 60;

function createHeadingIds(): (text: string) => string | null {
  const usedIds = new Set<string>();
  /** By base. Starting at 1 for each heading would be quadratic. */
  const nextNumbers = new Map<string, number>();
  return (text) => {
    if (text === '') return null;
    const truncated = splitCodePoints(text.normalize('NFC').toLowerCase()).slice(0, idLengthMax).join('');
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

type Element = ReturnType<typeof findAll>[number];

/** In CSS pixels. */
const textColumnWidth = 624;

/** The page title is the h1, so headings start at h2 and skip no level. */
export function renderContent(content: string): RenderedContent {
  const document = parseDocument(content);
  const headings = renderHeadings(findAll(({ name }) => /^h[1-6]$/.test(name), document.children));
  for (const image of findAll(({ name }) => name === 'img', document.children)) renderImage(image);
  return { html: getInnerHTML(document, { encodeEntities: 'utf8' }), headings };
}

function renderHeadings(elements: Element[]): RenderedContent['headings'] {
  const headings: RenderedContent['headings'] = [];
  const createId = createHeadingIds();
  const ancestors: { sourceLevel: number; outputLevel: number }[] = [];
  for (const element of elements) {
    const sourceLevel = Number(element.name.slice(1));
    while (ancestors.length > 0 && (ancestors.at(-1)?.sourceLevel ?? 0) >= sourceLevel) ancestors.pop();
    const outputLevel = (ancestors.at(-1)?.outputLevel ?? 1) + 1;
    ancestors.push({ sourceLevel, outputLevel });
    element.name = `h${outputLevel}`;
    if (outputLevel > 3) continue;
    const text = textContent(element).replace(/\s+/g, ' ').trim();
    const id = createId(text);
    if (id === null) continue;
    element.attribs.id = id;
    headings.push({ id, level: outputLevel === 2 ? 2 : 3, text });
  }
  return headings;
}

function renderImage({ attribs }: Element): void {
  attribs.loading = 'lazy';
  attribs.decoding = 'async';
  const { src = '' } = attribs;
  const storedWidth = Number(imageUrlPattern.exec(src)?.[1] ?? 0);
  const widths = storedWidth > 0 ? imageWidthsFor(storedWidth) : [];
  if (widths.length < 2) return;
  const displayWidth = Math.min(Number(attribs.width) || storedWidth, textColumnWidth);
  const getUrl = (width: number) => src.replace(/\d+\.webp$/, `${width}.webp`);
  attribs.srcset = widths.map((width) => `${getUrl(width)} ${width}w`).join(', ');
  attribs.sizes = `(min-width: ${displayWidth + 40}px) ${displayWidth}px, 100vw`;
}
