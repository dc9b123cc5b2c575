import { asNode, asPositive, asText, type JsonNode } from './json-node.ts';

export interface EfgParams {
  /** In pixels. */
  shortSideCap: number | null;
  durationSeconds: number | null;
  tag: string;
}

const maxEfgLength = 4_096;

/** `efg` is base64 of JSON, standard or URL-safe, with or without padding. */
export function parseEfgParams(mediaUrl: string): EfgParams {
  const efg = URL.parse(mediaUrl)?.searchParams.get('efg') ?? '';
  const fields = efg === '' || efg.length > maxEfgLength ? null : decodeFields(efg);
  const tag = asText(fields?.vencode_tag) ?? '';
  const cap = /\.(\d{3,4})(?:\.|$)/.exec(tag)?.[1];
  return {
    shortSideCap: cap === undefined ? null : Number(cap),
    durationSeconds: asPositive(fields?.duration_s),
    tag,
  };
}

/** An unescaped `+` arrives as a space. */
function decodeFields(efg: string): JsonNode | null {
  const text = Buffer.from(efg.replaceAll(' ', '+'), 'base64').toString('utf8');
  try {
    return asNode(JSON.parse(text));
  } catch (cause) {
    if (cause instanceof SyntaxError) return null;
    throw cause;
  }
}

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
