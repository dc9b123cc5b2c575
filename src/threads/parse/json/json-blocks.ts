interface BlockRange {
  start: number;
  end: number;
}

/** The blocks contain plain JSON with escaped slashes: no entities, no `</script` (June 2026). */
export function findJsonBlocks(html: string): string[] {
  return findBlockRanges(html).map(({ start, end }) => html.slice(start, end));
}

export function removeJsonBlocks(html: string, shouldRemove: (block: string) => boolean): string {
  const parts: string[] = [];
  let position = 0;
  for (const { start, end } of findBlockRanges(html)) {
    if (!shouldRemove(html.slice(start, end))) continue;
    parts.push(html.slice(position, start));
    position = end;
  }
  return parts.join('') + html.slice(position);
}

function findBlockRanges(html: string): BlockRange[] {
  const ranges: BlockRange[] = [];
  let position = html.indexOf('<script');
  while (position >= 0) {
    const tagEnd = html.indexOf('>', position);
    if (tagEnd < 0) break;
    const end = html.indexOf('</script', tagEnd);
    if (isJsonTag(html.slice(position, tagEnd))) {
      ranges.push({ start: tagEnd + 1, end: end < 0 ? html.length : end });
    }
    if (end < 0) break;
    position = html.indexOf('<script', end);
  }
  return ranges;
}

const maxTagLength = 2_000;

function isJsonTag(tag: string): boolean {
  return tag.length <= maxTagLength && /\stype\s*=\s*["']?application\/json/i.test(tag);
}

/** Streamed documents are concatenated or one per line, each with an optional `for (;;);` prefix. */
export function splitJsonDocuments(text: string): string[] {
  const documents: string[] = [];
  for (const part of text.split(/(?:^|(?<=[}\r\n]))for \(;;\);/)) {
    const lines = part.split('\n').filter((line) => line.trim() !== '');
    const isJsonLines = lines.every((line) => line.startsWith('{') && line.trimEnd().endsWith('}'));
    documents.push(...(isJsonLines ? lines : [part]));
  }
  return documents;
}
