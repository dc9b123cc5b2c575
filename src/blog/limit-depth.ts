import { Parser } from 'htmlparser2';

/** No text is nested so deep; the parser's work grows with the square of the depth. */
const depthMax = 1000;
/** Characters between two looks at the depth. */
const stepSize = 8192;

/** HTML as it came; from where its elements are nested without end, only its words. */
export function limitDepth(html: string): string {
  let depth = 0;
  let tooDeepAt = -1;
  const parser = new Parser({
    onopentagname() {
      depth += 1;
      if (depth > depthMax && tooDeepAt === -1) tooDeepAt = parser.startIndex;
    },
    onclosetag() {
      depth -= 1;
    },
  });
  for (let start = 0; start < html.length && tooDeepAt === -1; start += stepSize) {
    parser.write(html.slice(start, start + stepSize));
  }
  if (tooDeepAt === -1) return html;
  return html.slice(0, tooDeepAt) + html.slice(tooDeepAt).replace(/<[^>]*>?/g, ' ');
}
