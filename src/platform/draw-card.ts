import { cardArtwork, cardColours, cardSize } from './card-artwork.ts';
import { type PaintCard, word } from './card-renderer.ts';
import { fitHeading } from './fit-heading.ts';

/** The words of one preview picture, in one language. */
export interface Card {
  /** BCP 47 tag. */
  lang: string;
  brand: string;
  tagline: string;
  heading: string;
}

export type DrawCard = (card: Card) => Promise<Buffer<ArrayBuffer>>;

const headingBox = { width: 1000, height: 320, sizes: [76, 64, 54, 46, 40] };

/** Draws what networks show for a link: PNG pictures of 1200 by 630 pixels. */
export function createCardDrawer(paint: PaintCard): DrawCard {
  return ({ lang, brand, tagline, heading }) =>
    paint(lang, async (measure) => {
      const { text, style } = await fitHeading(heading, lang, headingBox, measure);
      return {
        type: 'container',
        style: { ...cardSize, position: 'relative', backgroundColor: cardColours.paper },
        children: [
          {
            type: 'image',
            src: Buffer.from(cardArtwork),
            ...cardSize,
            style: { position: 'absolute', top: 0, left: 0, ...cardSize },
          },
          {
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
              word(brand, { fontSize: 52, lineHeight: 1.2, color: cardColours.ink }),
              word(tagline, { fontSize: 32, lineHeight: 1.4, color: cardColours.muted }),
            ],
          },
          {
            type: 'container',
            style: {
              position: 'absolute',
              top: 226,
              left: 72,
              width: headingBox.width,
              height: headingBox.height,
              display: 'flex',
              alignItems: 'center',
              boxSizing: 'border-box',
            },
            children: [word(text, { ...style, color: cardColours.ink })],
          },
        ],
      };
    });
}
