import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Renderer } from '@takumi-rs/core';
import { readCoverage } from './images/font-coverage.ts';

/** In pixels; social networks don't crop this size. */
export const imageSize = { width: 1200, height: 630 };

export type ImageNode = Exclude<Parameters<Renderer['render']>[0], string>;
type CardStyle = NonNullable<ImageNode['style']>;

export type RenderImage = (
  lang: string,
  layOut: (measure: MeasureText, hasGlyph: HasGlyph) => Promise<ImageNode>,
) => Promise<Buffer<ArrayBuffer>>;

export type MeasureText = (
  text: string,
  style: CardStyle & { width: number },
) => Promise<{ width: number; height: number }>;

/** Whether a font of the cards has this character. */
export type HasGlyph = (character: string) => boolean;

const fontFolder = join(import.meta.dirname, '../../assets/fonts');

/** In order of preference. Vietnamese first, or its accents are composed of Latin glyphs. */
const fontFiles = {
  'Card Vietnamese': 'noto-sans-vietnamese-700-normal.woff2',
  'Card Latin': 'noto-sans-latin-700-normal.woff2',
  'Card Latin Extended': 'noto-sans-latin-ext-700-normal.woff2',
  'Card Thai': 'noto-sans-thai-thai-700-normal.woff2',
  'Card Chinese': 'noto-sans-sc-chinese-simplified-700-normal.woff2',
  'Card Cyrillic': 'noto-sans-cyrillic-700-normal.woff2',
  'Card Cyrillic Extended': 'noto-sans-cyrillic-ext-700-normal.woff2',
  'Card Greek': 'noto-sans-greek-700-normal.woff2',
  'Card Arabic': 'noto-sans-arabic-arabic-700-normal.woff2',
  'Card Hebrew': 'noto-sans-hebrew-hebrew-700-normal.woff2',
  'Card Devanagari': 'noto-sans-devanagari-700-normal.woff2',
};
const fontFamilies = Object.keys(fontFiles);

export function createImageRenderer(): RenderImage {
  let loading: Promise<LoadedFonts> | null = null;
  return async (lang, layOut) => {
    loading ??= loadRenderer().catch((cause: unknown) => {
      loading = null;
      throw new Error('cannot load the image renderer', { cause });
    });
    const { renderer, covered } = await loading;
    const options = { ...imageSize, fontFamilies, lang };
    const node = await layOut(
      async (text, { width, ...style }) => {
        const box: ImageNode = {
          type: 'container',
          style: { width, display: 'flex', flexDirection: 'column' },
          children: [textNode(text, style)],
        };
        const { height, children } = await renderer.measure(box, options);
        const runs = children.flatMap((child) => child.runs).filter((run) => run.text.trim() !== '');
        return { height, width: Math.max(0, ...runs.map((run) => run.x + run.width)) };
      },
      (character) => covered.has(character.codePointAt(0) ?? 0),
    );
    return renderer.render(node, { ...options, format: 'png' });
  };
}

export function textNode(text: string, style: CardStyle): ImageNode {
  return {
    type: 'text',
    text,
    style: { fontFamily: fontFamilies.join(', '), fontWeight: 700, ...style },
  };
}

export function cardNode(backgroundColor: string, artwork: string, children: ImageNode[]): ImageNode {
  const background: ImageNode = {
    type: 'image',
    src: Buffer.from(artwork),
    ...imageSize,
    style: { position: 'absolute', top: 0, left: 0, ...imageSize },
  };
  const style: CardStyle = { ...imageSize, position: 'relative', backgroundColor };
  return { type: 'container', style, children: [background, ...children] };
}

interface LoadedFonts {
  renderer: Renderer;
  covered: Set<number>;
}

async function loadRenderer(): Promise<LoadedFonts> {
  const { Renderer } = await import('@takumi-rs/core');
  const renderer = new Renderer();
  const covered = new Set<number>();
  for (const [name, file] of Object.entries(fontFiles)) {
    const data = await readFile(join(fontFolder, file));
    await renderer.registerFont({ name, data });
    for (const codePoint of readCoverage(data)) covered.add(codePoint);
  }
  return { renderer, covered };
}
