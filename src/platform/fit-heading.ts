/** Sizes of type in pixels, the largest first, and the width of a line and the height for all of them. */
const sizes = [76, 64, 54, 46, 40];
const box = { width: 1000, height: 320, lineHeight: 1.25 };
/** A line breaks before its end, more so the longer the words are. */
const filling = 0.86;

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });
const fullWidth = /[\p{Script=Han}\u3000-\u303f\uff00-\uff60]/u;

/** The largest size in which a heading fits on a card; one that fits in none is cut. */
export function fitHeading(heading: string): { text: string; fontSize: number } {
  const parts = Array.from(graphemes.segment(heading.replace(/\s+/g, ' ').trim()), ({ segment }) => segment);
  const widths = parts.map((part) => (fullWidth.test(part) ? 1 : 0.57));
  const total = widths.reduce((sum, width) => sum + width, 0);
  const fontSize = sizes.find((size) => total <= roomAt(size));
  if (fontSize !== undefined) return { text: parts.join(''), fontSize };
  const smallest = sizes.at(-1) ?? 0;
  let room = roomAt(smallest) - 1;
  const cut = parts.filter((_, index) => {
    room -= widths[index] ?? 0;
    return room >= 0;
  });
  return { text: `${cut.join('').trimEnd()}…`, fontSize: smallest };
}

/** In ems. */
function roomAt(size: number): number {
  const lines = Math.floor(box.height / (size * box.lineHeight));
  return ((lines * box.width) / size) * filling;
}
