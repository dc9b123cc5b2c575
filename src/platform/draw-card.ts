import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Renderer } from '@takumi-rs/core';
import { cardArtwork, cardColours, cardSize } from './card-artwork.ts';
import { fitHeading } from './fit-heading.ts';

/** The words of one preview picture, in one language. */
export interface Card {
  /** BCP 47 tag: it decides where lines may break. */
  lang: string;
  brand: string;
  tagline: string;
  heading: string;
}

export type DrawCard = (card: Card) => Promise<Buffer<ArrayBuffer>>;

const thaiWords = new Intl.Segmenter('th', { granularity: 'word' });

type Node = Exclude<Parameters<Renderer['render']>[0], string>;

// `src/platform` and `build/server` lie equally deep.
const fontFolder = join(import.meta.dirname, '../../assets/fonts');

/** In order of preference. Vietnamese comes first, or its accents are stacked from Latin letters and sit wrongly. */
const fontFiles = {
  'Card Vietnamese': 'noto-sans-vietnamese-700-normal.woff2',
  'Card Latin': 'noto-sans-latin-700-normal.woff2',
  'Card Latin Extended': 'noto-sans-latin-ext-700-normal.woff2',
  'Card Thai': 'noto-sans-thai-thai-700-normal.woff2',
  'Card Chinese': 'noto-sans-sc-chinese-simplified-700-normal.woff2',
};
const fontFamilies = Object.keys(fontFiles);

/** Draws PNG pictures of 1200 by 630 pixels. The native renderer and its fonts are loaded at the first one. */
export function createCardDrawer(): DrawCard {
  let loading: Promise<Renderer> | null = null;
  return async (card) => {
    loading ??= loadRenderer().catch((cause: unknown) => {
      loading = null;
      throw new Error('pictures can not be drawn here', { cause });
    });
    const renderer = await loading;
    return renderer.render(layOut(card), { ...cardSize, format: 'png', fontFamilies, lang: card.lang });
  };
}

async function loadRenderer(): Promise<Renderer> {
  const { Renderer } = await import('@takumi-rs/core');
  const renderer = new Renderer();
  for (const [name, file] of Object.entries(fontFiles)) {
    await renderer.registerFont({ name, data: await readFile(join(fontFolder, file)) });
  }
  return renderer;
}

function layOut({ lang, brand, tagline, heading }: Card): Node {
  const isChinese = lang.startsWith('zh');
  const { text, fontSize } = fitHeading(heading);
  const word = (text: string, style: Node['style']): Node => ({
    type: 'text',
    text,
    style: { fontFamily: fontFamilies.join(', '), fontWeight: 700, ...style },
  });
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
          width: 1000,
          height: 320,
          display: 'flex',
          alignItems: 'center',
          boxSizing: 'border-box',
        },
        children: [
          word(markBreaks(text, lang), {
            fontSize,
            lineHeight: 1.25,
            color: cardColours.ink,
            // Chinese may break anywhere; a heading reads better broken at its comma.
            overflowWrap: 'anywhere',
            ...(isChinese ? { wordBreak: 'keep-all' } : { textWrap: 'balance' }),
          }),
        ],
      },
    ],
  };
}

/** Puts a space of no width where a line may break and the renderer does not know it. */
function markBreaks(text: string, lang: string): string {
  if (lang.startsWith('zh')) return text.replaceAll('，', '，\u200b');
  if (lang !== 'th') return text;
  // Thai writes no spaces between words; a word joiner in the text says where it must not break.
  const parts = [...thaiWords.segment(text)];
  return parts
    .map(({ segment, isWordLike }, index) => {
      const next = parts[index + 1];
      return isWordLike && next?.isWordLike && !/^[ๆฯ]/.test(next.segment) ? `${segment}\u200b` : segment;
    })
    .join('')
    .replaceAll('\u2060', '');
}
