import { LRUCache } from 'lru-cache';
import { cardNode, type ImageNode, type RenderImage, textNode } from '../image-renderer.ts';
import { renderHeading, toDrawableText } from './heading.ts';

const shareCardColors = { paper: '#fbfaf8', ink: '#1f1a17', muted: '#655c55' };

interface AccentColors {
  accent: string;
  tint: string;
  thread: string;
}

const defaultAccentColors: AccentColors = { accent: '#c8391b', tint: '#fbece7', thread: '#dd7a63' };

const logo = ({ accent, tint }: AccentColors) => `
  <path d="M9 8.5h14v15H9z" fill="${tint}"/>
  <path d="M9 12.5l14-2.5M9 16.5l14-2.5M9 20.5l14-2.5M9 23.5l14-1.5" stroke="${accent}" stroke-width="2" stroke-linecap="round"/>
  <rect x="5" y="4" width="22" height="5" rx="2.5" fill="#1f1a17"/>
  <rect x="5" y="23" width="22" height="5" rx="2.5" fill="#1f1a17"/>`;

const shareCardArtwork = (colors: AccentColors) => `
<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" viewBox="0 0 1200 630" fill="none">
  <path d="M150 156C184 156 178 176 182 186S190 206 216 206H1068A60 60 0 0 1 1128 266V506A60 60 0 0 1 1068 566H72"
    stroke="${colors.thread}" stroke-width="5" stroke-linecap="round"/>
  <g transform="translate(56 52) scale(4)">${logo(colors)}</g>
</svg>`;

interface ShareCardText {
  lang: string;
  brand: string;
  tagline: string;
  heading: string;
  colors?: AccentColors;
}

type RenderShareCard = (card: ShareCardText) => Promise<Buffer<ArrayBuffer>>;

const headingBox = {
  top: 226,
  left: 72,
  width: 1000,
  height: 320,
  sizes: [76, 64, 54, 46, 40],
  color: shareCardColors.ink,
};

export function createShareCardRenderer(renderImage: RenderImage): RenderShareCard {
  return ({ lang, brand, tagline, heading, colors = defaultAccentColors }) =>
    renderImage(lang, async (measure, hasGlyph) => {
      const title: ImageNode = {
        type: 'container',
        style: {
          position: 'absolute',
          top: 52,
          left: 212,
          height: 128,
          display: 'flex',
          flexDirection: 'column',
          justifyContent: 'center',
        },
        children: [
          textNode(toDrawableText(brand, hasGlyph), {
            fontSize: 52,
            lineHeight: 1.2,
            color: shareCardColors.ink,
          }),
          textNode(toDrawableText(tagline, hasGlyph), {
            fontSize: 32,
            lineHeight: 1.4,
            color: shareCardColors.muted,
          }),
        ],
      };
      return cardNode(shareCardColors.paper, shareCardArtwork(colors), [
        title,
        await renderHeading(toDrawableText(heading, hasGlyph), lang, headingBox, measure),
      ]);
    });
}

const maxCachedCards = 200;

export function cacheShareCards(draw: RenderShareCard): RenderShareCard {
  const cache = new LRUCache<string, Buffer<ArrayBuffer>, ShareCardText>({
    max: maxCachedCards,
    fetchMethod: (_key, _stale, { context: card }) => draw(card),
    ignoreFetchAbort: true,
  });
  return (card) =>
    cache.forceFetch(
      JSON.stringify([card.lang, card.brand, card.tagline, card.heading, card.colors?.accent]),
      { context: card },
    );
}
