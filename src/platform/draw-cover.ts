import { cardSize } from './card-artwork.ts';
import { type PaintCard, word } from './card-renderer.ts';
import { coverArtwork } from './cover-artwork.ts';
import { fitHeading } from './fit-heading.ts';

/** Lists cut covers to 16:9, which takes 40 pixels from either side. */
const margin = 88;
const headingBox = { width: 1200 - 2 * margin, height: 350, sizes: [136, 120, 104, 92, 80, 70, 62, 54, 48] };

/** Draws the title of a post as its picture: a PNG of 1200 by 630 pixels. `lang` is a BCP 47 tag. */
export function createCoverDrawer(
  paint: PaintCard,
): (lang: string, title: string) => Promise<Buffer<ArrayBuffer>> {
  return (lang, title) =>
    paint(lang, async (measure) => {
      const { svg, colours } = coverArtwork(title);
      const { text, style } = await fitHeading(title, lang, headingBox, measure);
      return {
        type: 'container',
        style: { ...cardSize, position: 'relative', backgroundColor: colours.ground },
        children: [
          {
            type: 'image',
            src: Buffer.from(svg),
            ...cardSize,
            style: { position: 'absolute', top: 0, left: 0, ...cardSize },
          },
          {
            type: 'container',
            style: {
              position: 'absolute',
              top: 72,
              left: margin,
              width: headingBox.width,
              height: headingBox.height,
              display: 'flex',
              alignItems: 'center',
              boxSizing: 'border-box',
            },
            children: [word(text, { ...style, color: colours.ink })],
          },
        ],
      };
    });
}
