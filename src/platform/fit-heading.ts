import type { MeasureText } from './card-renderer.ts';
import { breakings } from './mark-breaks.ts';

/** Where a heading stands, in pixels, and its sizes of type, the largest first. */
export interface HeadingBox {
  width: number;
  height: number;
  sizes: readonly number[];
}

interface HeadingStyle {
  fontSize: number;
  lineHeight: number;
  wordBreak?: 'keep-all';
  overflowWrap?: 'anywhere';
  textWrap: 'balance';
}

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });
/** A picture in a line of text, for which the cards have no type. */
const emoji =
  /(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f)(?:\u200d|\p{Emoji_Modifier}|\ufe0f|\p{Emoji_Presentation})*/gu;

/** The largest type in which a heading fits its box; one that fits in none is cut. */
export async function fitHeading(
  heading: string,
  lang: string,
  box: HeadingBox,
  measure: MeasureText,
): Promise<{ text: string; style: HeadingStyle }> {
  const line = heading.replace(emoji, ' ').replace(/\s+/g, ' ').trim();
  const fits = async (text: string, style: HeadingStyle) => {
    const { width, height } = await measure(text, { ...style, width: box.width });
    return width <= box.width && height <= box.height;
  };
  let best: { text: string; style: HeadingStyle; step: number } | null = null;
  for (const { text, keepsAll } of breakings(line, lang)) {
    for (const [step, fontSize] of box.sizes.entries()) {
      // A better way to break is worth one step of size.
      if (best && step >= best.step - 1) break;
      const style = styleOf(fontSize, lang, keepsAll);
      if (await fits(text, style)) best = { text, style, step };
    }
  }
  if (best) return { text: best.text, style: best.style };
  // A word that is longer than a line breaks anywhere; what is longer than the box is cut.
  const style: HeadingStyle = { ...styleOf(box.sizes.at(-1) ?? 0, lang, false), overflowWrap: 'anywhere' };
  const letters = Array.from(graphemes.segment(line), ({ segment }) => segment);
  const cutTo = (count: number) => {
    const text = count === letters.length ? line : `${letters.slice(0, count).join('').trimEnd()}…`;
    return breakings(text, lang).at(-1)?.text ?? text;
  };
  let [low, high] = [0, letters.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (await fits(cutTo(middle), style)) low = middle;
    else high = middle - 1;
  }
  return { text: cutTo(low), style };
}

function styleOf(fontSize: number, lang: string, keepsAll: boolean): HeadingStyle {
  // Marks above and below the letters need their room.
  const lineHeight = lang === 'th' ? 1.4 : 1.25;
  return { fontSize, lineHeight, textWrap: 'balance', ...(keepsAll && { wordBreak: 'keep-all' }) };
}
