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
    return JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text);
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

/** Tags in capitals, which only a last attempt looks for: no page of Threads has had any. */
export function lowerScriptTags(html: string): string {
  return html.replace(/<\/?script/gi, (tag) => tag.toLowerCase());
}

function findBlockRanges(html: string, matches: (tag: string) => boolean): [start: number, end: number][] {
  const ranges: [number, number][] = [];
  let start = html.indexOf('<script');
  while (start >= 0) {
    const isTag = /[\s/>]/.test(html.charAt(start + '<script'.length));
    const tagEnd = isTag ? findTagEnd(html, start) : -1;
    if (tagEnd < 0) {
      start = html.indexOf('<script', start + (isTag ? maxTagLength : 1));
      continue;
    }
    const end = html.indexOf('</script', tagEnd);
    if (matches(html.slice(start, tagEnd))) ranges.push([tagEnd + 1, end < 0 ? html.length : end]);
    start = end < 0 ? -1 : html.indexOf('<script', end);
  }
  return ranges;
}

const maxTagLength = 2_000;

/** A quoted value may contain `>`. */
function findTagEnd(html: string, start: number): number {
  let quote = '';
  const limit = Math.min(html.length, start + maxTagLength);
  for (let position = start; position < limit; position += 1) {
    const character = html.charAt(position);
    if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === '>') return position;
    else if ((character === '"' || character === "'") && /[=\s]/.test(html.charAt(position - 1)))
      quote = character;
  }
  return -1;
}

const executedType = /^(?:module|(?:text|application)\/(?:x-)?(?:java|ecma)script\b.*)?$/i;

/** A script with a type that browsers don't execute is data. */
function isJsonTag(tag: string): boolean {
  return !isScriptTag(tag);
}

function isScriptTag(tag: string): boolean {
  const [, type = ''] = /\stype\s*=\s*["']?([^"'\s;>]{0,100})/i.exec(tag) ?? [];
  return executedType.test(type);
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
