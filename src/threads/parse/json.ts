export type JsonNode = { readonly [key: string]: unknown };

export function asNode(value: unknown): JsonNode | null {
  return isNode(value) ? value : null;
}

export function isNode(value: unknown): value is JsonNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function asText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

export function asPositive(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) && number > 0 ? number : null;
}

/** A decimal id. Rejects bare numbers above 2^53, because JSON.parse has already rounded them. */
export function asId(value: unknown): string | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value > 0 ? String(value) : null;
  return typeof value === 'string' && /^\d{1,24}$/.test(value) ? value : null;
}

export function nodeAt(node: JsonNode | null, ...keys: string[]): JsonNode | null {
  let current: JsonNode | null = node;
  for (const key of keys) current = asNode(current?.[key]);
  return current;
}

/** Returns undefined for malformed JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    if (cause instanceof SyntaxError) return undefined;
    throw cause;
  }
}

const maxDepth = 200;
const maxValues = 2_000_000;

/** Visits every object. Returns false if the value is too deep or too large to visit all. */
export function visitNodes(root: unknown, visit: (node: JsonNode) => void): boolean {
  let remaining = maxValues;
  const visitValue = (value: object, depth: number): boolean => {
    remaining -= 1;
    if (remaining < 0 || depth > maxDepth) return false;
    if (Array.isArray(value)) {
      for (const child of value) {
        if (typeof child === 'object' && child !== null && !visitValue(child, depth + 1)) return false;
      }
      return true;
    }
    const node = value as JsonNode;
    visit(node);
    for (const key in node) {
      const child = node[key];
      if (typeof child === 'object' && child !== null && !visitValue(child, depth + 1)) return false;
    }
    return true;
  };
  return typeof root !== 'object' || root === null || visitValue(root, 1);
}

export function findNodes(
  root: unknown,
  matches: (node: JsonNode) => boolean,
): { nodes: JsonNode[]; isComplete: boolean } {
  const nodes: JsonNode[] = [];
  const isComplete = visitNodes(root, (node) => {
    if (matches(node)) nodes.push(node);
  });
  return { nodes, isComplete };
}

/** The blocks contain plain JSON with escaped slashes: no entities, no `</script` (June 2026). */
export function findJsonBlocks(html: string): string[] {
  return findBlockRanges(html, isJsonTag).map(([start, end]) => html.slice(start, end));
}

/** The text of scripts in the page that browsers execute. */
export function findInlineScripts(html: string): string[] {
  return findBlockRanges(html, isScriptTag).map(([start, end]) => html.slice(start, end));
}

export function removeJsonBlocks(html: string, shouldRemove: (block: string) => boolean): string {
  const parts: string[] = [];
  let position = 0;
  for (const [start, end] of findBlockRanges(html, isJsonTag)) {
    if (!shouldRemove(html.slice(start, end))) continue;
    parts.push(html.slice(position, start));
    position = end;
  }
  return parts.join('') + html.slice(position);
}

function findBlockRanges(html: string, matches: (tag: string) => boolean): [start: number, end: number][] {
  const ranges: [number, number][] = [];
  let position = html.indexOf('<script');
  while (position >= 0) {
    const tagEnd = html.indexOf('>', position);
    if (tagEnd < 0) break;
    const end = html.indexOf('</script', tagEnd);
    if (matches(html.slice(position, tagEnd))) {
      ranges.push([tagEnd + 1, end < 0 ? html.length : end]);
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

function isScriptTag(tag: string): boolean {
  return (
    tag.length <= maxTagLength &&
    (!/\stype\s*=/i.test(tag) || /\stype\s*=\s*["']?(?:text\/javascript|module)/i.test(tag))
  );
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
