interface JsonPlace {
  start: number;
  end: number;
}

/**
 * The text of every `<script type="application/json">` of a page, in order, in one pass and without a DOM.
 * Blocks hold plain JSON with escaped slashes: no entities to decode, no `</script` inside (June 2026).
 */
export function findJsonBlocks(html: string): string[] {
  return findPlaces(html).map(({ start, end }) => html.slice(start, end));
}

/** The page without those of its JSON blocks that `drops`. */
export function withoutJsonBlocks(html: string, drops: (block: string) => boolean): string {
  const kept: string[] = [];
  let place = 0;
  for (const { start, end } of findPlaces(html)) {
    if (!drops(html.slice(start, end))) continue;
    kept.push(html.slice(place, start));
    place = end;
  }
  return kept.join('') + html.slice(place);
}

function findPlaces(html: string): JsonPlace[] {
  const places: JsonPlace[] = [];
  let place = html.indexOf('<script');
  while (place >= 0) {
    const tagEnd = html.indexOf('>', place);
    if (tagEnd < 0) break;
    const end = html.indexOf('</script', tagEnd);
    if (isJsonTag(html.slice(place, tagEnd))) {
      places.push({ start: tagEnd + 1, end: end < 0 ? html.length : end });
    }
    if (end < 0) break;
    place = html.indexOf('<script', end);
  }
  return places;
}

const maxTagLength = 2_000;

function isJsonTag(tag: string): boolean {
  return tag.length <= maxTagLength && /\stype\s*=\s*["']?application\/json/i.test(tag);
}

/**
 * The JSON documents of an AJAX answer: each may be prefixed `for (;;);`, and streamed answers hold several, one
 * behind another or one to a line. The prefix counts only where a document can begin, not inside a caption.
 */
export function splitDocuments(text: string): string[] {
  const documents: string[] = [];
  for (const part of text.split(/(?:^|(?<=[}\r\n]))for \(;;\);/)) {
    const lines = part.split('\n').filter((line) => line.trim() !== '');
    const isOneEach = lines.every((line) => line.startsWith('{') && line.trimEnd().endsWith('}'));
    documents.push(...(isOneEach ? lines : [part]));
  }
  return documents;
}
