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
