import { findAll, getInnerHTML, textContent } from 'domutils';
import { parseDocument } from 'htmlparser2';
import type { RenderedContent } from './contract.ts';
import { createHeadingIds } from './heading-ids.ts';
import { pictureAddress, widthsOf } from './picture-address.ts';

type Element = ReturnType<typeof findAll>[number];

/** Width of a line of text, in CSS pixels: pictures are shown no wider. */
const measure = 624;

/**
 * Stored HTML as a page shows it. The page's own title is its h1, so headings begin at h2 and go down without a gap,
 * whatever levels the author took. Fit for every page of the post: nothing in it depends on who reads.
 */
export function renderContent(content: string): RenderedContent {
  const document = parseDocument(content);
  const headings = renderHeadings(findAll(({ name }) => /^h[1-6]$/.test(name), document.children));
  for (const picture of findAll(({ name }) => name === 'img', document.children)) renderPicture(picture);
  return { html: getInnerHTML(document, { encodeEntities: 'utf8' }), headings };
}

function renderHeadings(elements: Element[]): RenderedContent['headings'] {
  const headings: RenderedContent['headings'] = [];
  const idFor = createHeadingIds();
  /** The headings that the next one is below or beside. */
  const above: { written: number; shown: number }[] = [];
  for (const element of elements) {
    const written = Number(element.name.slice(1));
    while (above.length > 0 && (above.at(-1)?.written ?? 0) >= written) above.pop();
    const shown = (above.at(-1)?.shown ?? 1) + 1;
    above.push({ written, shown });
    element.name = `h${shown}`;
    if (shown > 3) continue;
    const text = textContent(element).replace(/\s+/g, ' ').trim();
    const id = idFor(text);
    if (id === null) continue;
    element.attribs.id = id;
    headings.push({ id, level: shown === 2 ? 2 : 3, text });
  }
  return headings;
}

function renderPicture({ attribs }: Element): void {
  attribs.loading = 'lazy';
  attribs.decoding = 'async';
  const { src = '' } = attribs;
  const kept = pictureAddress.test(src) ? Number(/(\d+)\.webp$/.exec(src)?.[1]) : 0;
  const widths = kept > 0 ? widthsOf(kept) : [];
  if (widths.length < 2) return;
  const shown = Math.min(Number(attribs.width) || kept, measure);
  const address = (width: number) => src.replace(/\d+\.webp$/, `${width}.webp`);
  attribs.srcset = widths.map((width) => `${address(width)} ${width}w`).join(', ');
  attribs.sizes = `(min-width: ${shown + 40}px) ${shown}px, 100vw`;
}
