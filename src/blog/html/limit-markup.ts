import { Parser } from 'htmlparser2';

/** The parser's work grows with the square of the depth. */
const depthMax = 1000;
/** Elements and attributes. Ten times as many would block the process for half a minute. */
const countMax = 100_000;
/** `<`, `>`, `&` and character references in text; parsers emit each of them separately. */
const escapeCountMax = 200_000;
const stepSize = 8192;

/** Returns HTML within the limits unchanged. From the first excess on, only the text is left. */
export function limitMarkup(html: string): string {
  let depth = 0;
  let count = 0;
  let escapeCount = 0;
  let tagStart = 0;
  let cutoff = -1;
  const countNode = () => {
    count += 1;
    if ((depth > depthMax || count > countMax) && cutoff === -1) cutoff = tagStart;
  };
  const parser = new Parser({
    onopentagname() {
      depth += 1;
      tagStart = parser.startIndex;
      countNode();
    },
    onattribute: countNode,
    ontext(text) {
      const escaped = text.match(/[<>&]/g)?.length ?? 0;
      escapeCount += escaped === 0 && html[parser.startIndex] === '&' ? 1 : escaped;
      if (escapeCount > escapeCountMax && cutoff === -1) cutoff = parser.startIndex;
    },
    onclosetag() {
      depth -= 1;
    },
  });
  for (let start = 0; start < html.length && cutoff === -1; start += stepSize) {
    parser.write(html.slice(start, start + stepSize));
  }
  if (cutoff === -1) return html;
  const tailText = html.slice(cutoff).replace(/<[^>]*>?/g, ' ');
  return (
    html.slice(0, cutoff) +
    (escapeCount > escapeCountMax ? tailText.replace(/(?:&(?:#?\w{1,32};?)?|>)+/g, ' ') : tailText)
  );
}
