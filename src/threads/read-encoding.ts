import { asNode, asPositive, asText, type JsonNode } from './json-node.ts';

/** What the `efg` parameter of a CDN address says about the file; every part may be missing. */
export interface Encoding {
  /** Pixels the short side was capped at. */
  shortSideCap: number | null;
  durationSeconds: number | null;
  tag: string;
}

const maxLength = 4_096;

/** Reads `efg` (base64 of JSON, standard or URL-safe, padded or not). Missing or malformed: nothing is known. */
export function readEncoding(address: string): Encoding {
  const efg = URL.parse(address)?.searchParams.get('efg') ?? '';
  const fields = efg === '' || efg.length > maxLength ? null : decodeFields(efg);
  const tag = asText(fields?.vencode_tag) ?? '';
  const cap = /\.(\d{3,4})(?:\.|$)/.exec(tag)?.[1];
  return {
    shortSideCap: cap === undefined ? null : Number(cap),
    durationSeconds: asPositive(fields?.duration_s),
    tag,
  };
}

/** `+` arrives as a space where it was not escaped. */
function decodeFields(efg: string): JsonNode | null {
  const text = Buffer.from(efg.replaceAll(' ', '+'), 'base64').toString('utf8');
  try {
    return asNode(JSON.parse(text));
  } catch (cause) {
    if (cause instanceof SyntaxError) return null;
    throw cause;
  }
}

/** The size a source is delivered at when its short side is capped: scaled down only, in even numbers. */
export function scaleToCap(
  width: number,
  height: number,
  shortSideCap: number | null,
): { width: number; height: number } {
  const scale = shortSideCap === null ? 1 : Math.min(1, shortSideCap / Math.min(width, height));
  return { width: toEven(width * scale), height: toEven(height * scale) };
}

function toEven(pixels: number): number {
  return Math.max(2, 2 * Math.round(pixels / 2));
}
