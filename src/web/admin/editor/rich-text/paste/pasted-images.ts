import type { HtmlElement } from '#blog/normalize-html.ts';
import { normalizeLine } from '#platform/normalize-text.ts';
import { buildElement } from '../html-tree.ts';

type Attributes = Record<string, string>;

/** Up to this size in pixels, an image is an icon, a spacer or a tracking pixel. */
const smallImageMax = 24;

export function buildPastedImage(attributes: Attributes): HtmlElement | null {
  const src = getImageUrl(attributes);
  if (isSmallImage(attributes) || src === null) return null;
  return buildElement('figure', {}, [buildElement('img', { src, alt: normalizeLine(attributes.alt ?? '') })]);
}

/** Small images with an emoji as alternative text become that emoji. */
export function getPastedEmoji({ alt = '', ...attributes }: Attributes): string {
  return isSmallImage(attributes) && /^\p{Extended_Pictographic}/u.test(alt) ? alt : '';
}

function isSmallImage({ width = '', height = '', style = '', class: classes = '' }: Attributes): boolean {
  const sizes = [width, height, /(?:^|;)\s*width:\s*([\d.]+)px/.exec(style)?.[1] ?? '']
    .map(Number.parseFloat)
    .filter((size) => !Number.isNaN(size));
  return sizes.some((size) => size <= smallImageMax) || /\bemoji\b/.test(classes);
}

/** Lazy-loading pages put a placeholder into `src`. */
function getImageUrl({ src = '', srcset = '', ...more }: Attributes): string | null {
  const lazySrc = more['data-src'] ?? more['data-original'] ?? more['data-lazy-src'];
  const isPlaceholder = src === '' || /^data:image\/(?:gif|svg)/i.test(src);
  if (isPlaceholder && lazySrc) return lazySrc.trim();
  if (src === '' && srcset !== '') return srcset.trim().split(/[\s,]/)[0] ?? null;
  return src === '' || /^data:image\/svg/i.test(src) ? null : src.trim();
}
