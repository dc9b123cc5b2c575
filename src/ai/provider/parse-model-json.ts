import { parseJson } from '#platform/json.ts';

const codeFence = /^```[a-z]*\s*\n?([\s\S]*?)\n?```$/i;

export function parseModelJson(text: string): unknown {
  const bare = text.trim();
  const inFence = codeFence.exec(bare)?.[1] ?? bare;
  const inBraces = inFence.slice(inFence.indexOf('{'), inFence.lastIndexOf('}') + 1);
  for (const candidate of [inFence, inBraces]) {
    const value = parseJson(candidate);
    if (typeof value !== 'string') {
      if (value !== undefined) return value;
      continue;
    }
    const inner = parseJson(codeFence.exec(value.trim())?.[1] ?? value);
    return typeof inner === 'string' ? undefined : inner;
  }
  return undefined;
}
