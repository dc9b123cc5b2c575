import { cardNode, type RenderImage } from '../image-renderer.ts';
import { renderHeading, toDrawableText } from './heading.ts';

interface CoverColors {
  background: string;
  ink: string;
  thread: string;
  wood: string;
  wound: string;
}

const palettes: readonly CoverColors[] = [
  { background: '#fbece7', ink: '#1f1a17', thread: '#c8391b', wood: '#1f1a17', wound: '#f4c9bc' },
  { background: '#c8391b', ink: '#ffffff', thread: '#ffb59f', wood: '#ffffff', wound: '#a52c12' },
  { background: '#1f1a17', ink: '#f5f0eb', thread: '#ff8d6c', wood: '#f5f0eb', wound: '#38312c' },
  { background: '#efe6db', ink: '#1f1a17', thread: '#a52c12', wood: '#1f1a17', wound: '#d9c6b3' },
];

/** Horizontal positions of the thread's loops, in pixels. */
const loops: readonly (readonly number[])[] = [[860], [620], [520, 800], [740, 980], [420]];

function coverArtwork(title: string): { svg: string; colors: CoverColors } {
  const titleHash = Array.from(title).reduce(
    (sum, character) => (sum * 31 + (character.codePointAt(0) ?? 0)) % 65_521,
    7,
  );
  const colors = palettes[titleHash % palettes.length] ?? palettes[0];
  const loopPositions = loops[Math.floor(titleHash / palettes.length) % loops.length] ?? [];
  if (!colors) throw new Error('no cover palette');
  return { svg: renderSvg(colors, loopPositions), colors };
}

function renderSvg({ thread, wood, wound }: CoverColors, loopPositions: readonly number[]): string {
  const loop = (x: number) => `H${x}c90 0 120 -28 120 -68s-28 -64 -60 -64s-60 24 -60 64s30 68 120 68`;
  return `
<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" viewBox="0 0 1200 630" fill="none">
  <path d="M138 540C160 540 156 556 160 560S172 566 190 566${loopPositions.map(loop).join('')}H1200"
    stroke="${thread}" stroke-width="5" stroke-linecap="round"/>
  <g transform="translate(72 492) scale(2.75)">
    <path d="M9 8.5h14v15H9z" fill="${wound}"/>
    <path d="M9 12.5l14-2.5M9 16.5l14-2.5M9 20.5l14-2.5M9 23.5l14-1.5" stroke="${thread}" stroke-width="2" stroke-linecap="round"/>
    <rect x="5" y="4" width="22" height="5" rx="2.5" fill="${wood}"/>
    <rect x="5" y="23" width="22" height="5" rx="2.5" fill="${wood}"/>
  </g>
</svg>`;
}

/** Lists crop covers to 16:9, which removes 40 pixels on each side. */
const margin = 88;
const headingBox = { width: 1200 - 2 * margin, height: 350, sizes: [136, 120, 104, 92, 80, 70, 62, 54, 48] };

export function createCoverRenderer(
  renderImage: RenderImage,
): (lang: string, title: string) => Promise<Buffer<ArrayBuffer>> {
  return (lang, title) =>
    renderImage(lang, async (measure, hasGlyph) => {
      const { svg, colors } = coverArtwork(title);
      const box = { ...headingBox, top: 72, left: margin, color: colors.ink };
      return cardNode(colors.background, svg, [
        await renderHeading(toDrawableText(title, hasGlyph), lang, box, measure),
      ]);
    });
}
