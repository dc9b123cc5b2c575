import { Parser } from 'htmlparser2';

/** Real pages and embeds stay far below both limits (June 2026). */
const maxDepth = 200;
const maxElements = 50_000;

/**
 * Calls `onTag` for every opening tag until it returns false. Returns false if the page exceeds a limit. The
 * limits bound the run time, because the parser searches its open elements for every closing tag.
 */
export function scanTags(
  html: string,
  onTag: (name: string, attributes: Readonly<Record<string, string>>) => boolean = () => true,
): boolean {
  let depth = 0;
  let count = 0;
  let isBounded = true;
  const parser = new Parser({
    onopentag(name, attributes) {
      depth += 1;
      count += 1;
      isBounded &&= depth <= maxDepth && count <= maxElements;
      if (!isBounded || !onTag(name, attributes)) parser.pause();
    },
    onclosetag() {
      depth -= 1;
    },
  });
  parser.end(html);
  return isBounded;
}
