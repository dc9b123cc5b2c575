import { parseJson } from '#platform/json.ts';

const codeFence = /^```[a-z]*\s*\n?([\s\S]*?)\n?```$/i;

export function parseModelJson(text: string): unknown {
  const bare = text.trim();
  const inFence = codeFence.exec(bare)?.[1] ?? bare;
  const inBraces = inFence.slice(inFence.indexOf('{'), inFence.lastIndexOf('}') + 1);
  const value = parseJson(inFence) ?? parseJson(inBraces);
  return typeof value === 'string' ? parseModelJson(value) : value;
}
