import { Parser } from 'htmlparser2';

/** No text is nested so deep; the parser's work grows with the square of the depth. */
const depthMax = 1000;
/** Elements and attributes. No text has so many; ten times as many would hold up the process for half a minute. */
const countMax = 100_000;
/** Signs in the text that are escaped, and signs that were: each is a piece of its own to every parser. */
const signsMax = 200_000;
/** Characters between two looks at how far it has come. */
const stepSize = 8192;

/** HTML as it came; from where its elements are nested or follow each other without end, only its words. */
export function limitMarkup(html: string): string {
  let depth = 0;
  let count = 0;
  let signs = 0;
  let tagAt = 0;
  let endlessFrom = -1;
  const oneMore = () => {
    count += 1;
    if ((depth > depthMax || count > countMax) && endlessFrom === -1) endlessFrom = tagAt;
  };
  const parser = new Parser({
    onopentagname() {
      depth += 1;
      tagAt = parser.startIndex;
      oneMore();
    },
    onattribute: oneMore,
    ontext(text) {
      const escaped = text.match(/[<>&]/g)?.length ?? 0;
      signs += escaped === 0 && html[parser.startIndex] === '&' ? 1 : escaped;
      if (signs > signsMax && endlessFrom === -1) endlessFrom = parser.startIndex;
    },
    onclosetag() {
      depth -= 1;
    },
  });
  for (let start = 0; start < html.length && endlessFrom === -1; start += stepSize) {
    parser.write(html.slice(start, start + stepSize));
  }
  if (endlessFrom === -1) return html;
  const words = html.slice(endlessFrom).replace(/<[^>]*>?/g, ' ');
  return (
    html.slice(0, endlessFrom) + (signs > signsMax ? words.replace(/(?:&(?:#?\w{1,32};?)?|>)+/g, ' ') : words)
  );
}
