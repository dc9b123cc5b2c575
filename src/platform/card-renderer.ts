import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Renderer } from '@takumi-rs/core';
import { cardSize } from './card-artwork.ts';

export type CardNode = Exclude<Parameters<Renderer['render']>[0], string>;
type CardStyle = NonNullable<CardNode['style']>;

/** Lays out with what text measures, then paints. `lang` is a BCP 47 tag: it decides where lines may break. */
export type PaintCard = (
  lang: string,
  layOut: (measure: MeasureText) => Promise<CardNode>,
) => Promise<Buffer<ArrayBuffer>>;

/** Of a text in a box of this width, in pixels: its lines' height, and the widest of them. */
export type MeasureText = (
  text: string,
  style: CardStyle & { width: number },
) => Promise<{ width: number; height: number }>;

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

/** Paints PNG pictures of 1200 by 630 pixels. The native renderer and its fonts are loaded at the first one. */
export function createCardRenderer(): PaintCard {
  let loading: Promise<Renderer> | null = null;
  return async (lang, layOut) => {
    loading ??= loadRenderer().catch((cause: unknown) => {
      loading = null;
      throw new Error('pictures can not be drawn here', { cause });
    });
    const renderer = await loading;
    const options = { ...cardSize, fontFamilies, lang };
    const node = await layOut(async (text, { width, ...style }) => {
      const box: CardNode = {
        type: 'container',
        style: { width, display: 'flex', flexDirection: 'column' },
        children: [word(text, style)],
      };
      const { height, children } = await renderer.measure(box, options);
      // A space at the end of a line is not seen.
      const runs = children.flatMap((child) => child.runs).filter((run) => run.text.trim() !== '');
      return { height, width: Math.max(0, ...runs.map((run) => run.x + run.width)) };
    });
    return renderer.render(node, { ...options, format: 'png' });
  };
}

/** One piece of text in the cards' type. */
export function word(text: string, style: CardStyle): CardNode {
  return {
    type: 'text',
    text,
    style: { fontFamily: fontFamilies.join(', '), fontWeight: 700, ...style },
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
