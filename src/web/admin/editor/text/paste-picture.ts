import { escapeText, openTag, soundLine } from './write-line.ts';

type Attributes = Record<string, string>;

/** Wider is a picture; up to here it is a sign, a blank, or counts who reads. In pixels. */
const signMax = 24;

/** The picture as a block of its own; null: it is none to keep. */
export function pastedPicture(attributes: Attributes, caption = ''): string | null {
  const src = addressOf(attributes);
  if (isSign(attributes) || src === null) return null;
  const image = openTag('img', { src, alt: soundLine(attributes.alt) });
  return `<figure>${image}${caption && `<figcaption>${caption}</figcaption>`}</figure>`;
}

/** What a small picture says within a line, such as a smiley. */
export function pastedSign({ alt = '', ...attributes }: Attributes): string {
  return isSign(attributes) && /^\p{Extended_Pictographic}/u.test(alt) ? escapeText(alt) : '';
}

function isSign({ width = '', height = '', style = '', class: classes = '' }: Attributes): boolean {
  const sizes = [width, height, /(?:^|;)\s*width:\s*([\d.]+)px/.exec(style)?.[1] ?? '']
    .map(Number.parseFloat)
    .filter((size) => !Number.isNaN(size));
  return sizes.some((size) => size <= signMax) || /\bemoji\b/.test(classes);
}

/** Pages that load their pictures late have a small stand-in for them. */
function addressOf({ src = '', srcset = '', ...more }: Attributes): string | null {
  const late = more['data-src'] ?? more['data-original'] ?? more['data-lazy-src'];
  const isStandIn = src === '' || /^data:image\/(?:gif|svg)/i.test(src);
  if (isStandIn && late) return late.trim();
  if (src === '' && srcset !== '') return srcset.trim().split(/[\s,]/)[0] ?? null;
  return src === '' || /^data:image\/svg/i.test(src) ? null : src.trim();
}
