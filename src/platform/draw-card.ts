import { imageSize, shareCardArtwork, shareCardColors } from './card-artwork.ts';
import { type RenderImage, textNode } from './card-renderer.ts';
import { fitHeading } from './fit-heading.ts';

export interface ShareCardText {
  lang: string;
  brand: string;
  tagline: string;
  heading: string;
}

export type RenderShareCard = (card: ShareCardText) => Promise<Buffer<ArrayBuffer>>;

const headingBox = { width: 1000, height: 320, sizes: [76, 64, 54, 46, 40] };

export function createShareCardRenderer(renderImage: RenderImage): RenderShareCard {
  return ({ lang, brand, tagline, heading }) =>
    renderImage(lang, async (measure) => {
      const { text, style } = await fitHeading(heading, lang, headingBox, measure);
      return {
        type: 'container',
        style: { ...imageSize, position: 'relative', backgroundColor: shareCardColors.paper },
        children: [
          {
            type: 'image',
            src: Buffer.from(shareCardArtwork),
            ...imageSize,
            style: { position: 'absolute', top: 0, left: 0, ...imageSize },
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
              textNode(brand, { fontSize: 52, lineHeight: 1.2, color: shareCardColors.ink }),
              textNode(tagline, { fontSize: 32, lineHeight: 1.4, color: shareCardColors.muted }),
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
            children: [textNode(text, { ...style, color: shareCardColors.ink })],
          },
        ],
      };
    });
}
