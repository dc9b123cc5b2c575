import { imageSize } from './card-artwork.ts';
import { type RenderImage, textNode } from './card-renderer.ts';
import { coverArtwork } from './cover-artwork.ts';
import { fitHeading } from './fit-heading.ts';

/** Lists crop covers to 16:9, which removes 40 pixels on each side. */
const margin = 88;
const headingBox = { width: 1200 - 2 * margin, height: 350, sizes: [136, 120, 104, 92, 80, 70, 62, 54, 48] };

export function createCoverRenderer(
  renderImage: RenderImage,
): (lang: string, title: string) => Promise<Buffer<ArrayBuffer>> {
  return (lang, title) =>
    renderImage(lang, async (measure) => {
      const { svg, colors } = coverArtwork(title);
      const { text, style } = await fitHeading(title, lang, headingBox, measure);
      return {
        type: 'container',
        style: { ...imageSize, position: 'relative', backgroundColor: colors.background },
        children: [
          {
            type: 'image',
            src: Buffer.from(svg),
            ...imageSize,
            style: { position: 'absolute', top: 0, left: 0, ...imageSize },
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
            children: [textNode(text, { ...style, color: colors.ink })],
          },
        ],
      };
    });
}
