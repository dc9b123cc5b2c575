import { type HasGlyph, type ImageNode, type MeasureText, textNode } from '../image-renderer.ts';

const thaiSegmenter = new Intl.Segmenter('th', { granularity: 'word' });
const chineseSegmenter = new Intl.Segmenter('zh', { granularity: 'word' });

interface LineBreakOption {
  text: string;
  usesKeepAll: boolean;
}

/** Best first. Zero-width spaces mark breaks that the renderer doesn't find. */
function lineBreakOptions(text: string, lang: string): LineBreakOption[] {
  // A word joiner (U+2060) in the text forbids a break.
  if (lang === 'th')
    return [{ text: insertWordBreaks(text, thaiSegmenter).replaceAll('\u2060', ''), usesKeepAll: false }];
  if (!lang.startsWith('zh')) return [{ text, usesKeepAll: false }];
  const withClauseBreaks = text
    .replaceAll(' ', '\u00a0')
    .replace(/(?<=[，、；：。！？])(?![，、；：。！？”’」』）》])/g, '\u200b');
  return [
    { text: withClauseBreaks, usesKeepAll: true },
    { text: insertWordBreaks(text, chineseSegmenter), usesKeepAll: true },
  ];
}

/** Thai and Chinese have no spaces between words. Punctuation stays with the preceding word. */
function insertWordBreaks(text: string, segmenter: Intl.Segmenter): string {
  const parts = [...segmenter.segment(text)];
  return parts
    .map(({ segment, isWordLike }, index) => {
      const next = parts[index + 1];
      const mayBreak = isWordLike || /[，、；：。！？]$/.test(segment);
      return mayBreak && next?.isWordLike && !/^[ๆฯ]/.test(next.segment) ? `${segment}\u200b` : segment;
    })
    .join('');
}

/** In pixels; font sizes in descending order. */
interface HeadingBox {
  width: number;
  height: number;
  sizes: readonly number[];
}

interface HeadingStyle {
  fontSize: number;
  lineHeight: number;
  wordBreak?: 'keep-all';
  overflowWrap?: 'anywhere';
  direction?: 'rtl';
  textWrap: 'balance';
}

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });
const emoji =
  /(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f)(?:\u200d|\p{Emoji_Modifier}|\ufe0f|\p{Emoji_Presentation})*/gu;

/**
 * The text without emoji and signs that no font has. Empty if a letter or digit is missing: a title with holes would
 * be wrong, and a row of empty boxes worse.
 */
export function toDrawableText(text: string, hasGlyph: HasGlyph): string {
  const characters = Array.from(text.normalize('NFC').replace(emoji, ' '), (character) => {
    if (hasGlyph(character) || invisible.test(character)) return character;
    // Of a circled digit or a decorative letter, the plain one.
    const plain = character.normalize('NFKC');
    if (plain !== character && Array.from(plain).every(hasGlyph)) return plain;
    return /[\p{L}\p{M}\p{N}]/u.test(character) ? null : ' ';
  });
  const line = characters.includes(null) ? '' : characters.join('').replace(/\s+/g, ' ').trim();
  return /[\p{L}\p{N}]/u.test(line) ? line : '';
}

const invisible = /[\s\p{Default_Ignorable_Code_Point}]/u;

export async function fitHeading(
  line: string,
  lang: string,
  box: HeadingBox,
  measure: MeasureText,
): Promise<{ text: string; style: HeadingStyle }> {
  const isRightToLeft = startsRightToLeft.test(line);
  const fits = async (text: string, style: HeadingStyle) => {
    const { width, height } = await measure(text, { ...style, width: box.width });
    return width <= box.width && height <= box.height;
  };
  let best: { text: string; style: HeadingStyle; step: number } | null = null;
  for (const { text, usesKeepAll } of lineBreakOptions(line, lang)) {
    for (const [step, fontSize] of box.sizes.entries()) {
      // A better way to break lines is worth one size step.
      if (best && step >= best.step - 1) break;
      const style = createStyle(fontSize, lang, { usesKeepAll, isRightToLeft });
      if (await fits(text, style)) best = { text, style, step };
    }
  }
  if (best) return { text: best.text, style: best.style };
  const style: HeadingStyle = {
    ...createStyle(box.sizes.at(-1) ?? 0, lang, { usesKeepAll: false, isRightToLeft }),
    overflowWrap: 'anywhere',
  };
  const characters = Array.from(graphemes.segment(line), ({ segment }) => segment);
  const truncateTo = (count: number) => {
    const text = count === characters.length ? line : `${characters.slice(0, count).join('').trimEnd()}…`;
    return lineBreakOptions(text, lang).at(-1)?.text ?? text;
  };
  let [low, high] = [0, characters.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (await fits(truncateTo(middle), style)) low = middle;
    else high = middle - 1;
  }
  return { text: truncateTo(low), style };
}

/** Centered vertically. */
export async function renderHeading(
  heading: string,
  lang: string,
  { top, left, color, ...box }: HeadingBox & { top: number; left: number; color: string },
  measure: MeasureText,
): Promise<ImageNode> {
  const { text, style } = await fitHeading(heading, lang, box, measure);
  const { width, height } = box;
  return {
    type: 'container',
    style: {
      position: 'absolute',
      top,
      left,
      width,
      height,
      display: 'flex',
      alignItems: 'center',
      boxSizing: 'border-box',
    },
    // Text from right to left begins at the right edge of the box.
    children: [textNode(text, { ...style, color, ...(style.direction && { width }) })],
  };
}

/** The first letter decides, as in HTML with `dir="auto"`. */
const startsRightToLeft = /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}]/u;

function createStyle(
  fontSize: number,
  lang: string,
  { usesKeepAll, isRightToLeft }: { usesKeepAll: boolean; isRightToLeft: boolean },
): HeadingStyle {
  // Thai marks above and below the letters need space.
  const lineHeight = lang === 'th' ? 1.4 : 1.25;
  return {
    fontSize,
    lineHeight,
    textWrap: 'balance',
    ...(usesKeepAll && { wordBreak: 'keep-all' }),
    ...(isRightToLeft && { direction: 'rtl' }),
  };
}
