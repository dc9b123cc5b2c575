const codeFence = /^```[a-z]*\s*\n?([\s\S]*?)\n?```$/i;

/**
 * The JSON in what a model wrote: bare, in a code fence, among other words, or as a JSON string that holds it.
 * undefined where there is none.
 */
export function readLooseJson(text: string): unknown {
  const bare = text.trim();
  const inFence = codeFence.exec(bare)?.[1] ?? bare;
  const inBraces = inFence.slice(inFence.indexOf('{'), inFence.lastIndexOf('}') + 1);
  for (const candidate of [inFence, inBraces]) {
    const value = parse(candidate);
    if (typeof value !== 'string') {
      if (value !== undefined) return value;
      continue;
    }
    const inner = parse(codeFence.exec(value.trim())?.[1] ?? value);
    return typeof inner === 'string' ? undefined : inner;
  }
  return undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
