export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

export interface JsonLimits {
  depth: number;
  names: number;
  values: number;
}

const bodyLimits: JsonLimits = { depth: 64, names: 20_000, values: 100_000 };

export function parseStrictJson(text: string, limits = bodyLimits): unknown {
  return isStrictJson(text, limits) ? parseJson(text) : undefined;
}

/** Rejects duplicate keys, which parsers treat differently, and large structures. Doesn't check syntax. */
export function isStrictJson(text: string, limits = bodyLimits): boolean {
  const open: (Set<string> | null)[] = [];
  let names = 0;
  let values = 1;
  let isName = false;
  for (let index = 0; index < text.length; index += 1) {
    switch (text.charCodeAt(index)) {
      case 0x7b: // {
        open.push(new Set());
        values += 1;
        isName = true;
        break;
      case 0x5b: // [
        open.push(null);
        values += 1;
        isName = false;
        break;
      case 0x7d: // }
      case 0x5d: // ]
        open.pop();
        isName = false;
        break;
      case 0x2c: // ,
        values += 1;
        isName = open.at(-1) instanceof Set;
        break;
      case 0x22: {
        const end = endOfString(text, index);
        if (isName && !addName(open.at(-1), text.slice(index, end + 1))) return false;
        isName = false;
        index = end;
        break;
      }
    }
    if (open.length > limits.depth || names > limits.names || values > limits.values) return false;
  }
  return true;

  function addName(known: Set<string> | null | undefined, quoted: string): boolean {
    const name = quoted.includes('\\') ? String(parseJson(quoted)) : quoted.slice(1, -1);
    names += 1;
    const isNew = !known?.has(name);
    known?.add(name);
    return isNew;
  }
}

function endOfString(text: string, start: number): number {
  let end = start;
  do {
    end = text.indexOf('"', end + 1);
    if (end < 0) return text.length;
  } while (isEscaped(text, end));
  return end;
}

function isEscaped(text: string, index: number): boolean {
  let slashes = 0;
  while (text.charCodeAt(index - 1 - slashes) === 0x5c) slashes += 1;
  return slashes % 2 === 1;
}

export function isWellFormedJson(json: string): boolean {
  if (!/\\u[dD][89a-fA-F]/.test(json)) return true;
  let isWellFormed = true;
  JSON.parse(json, (name: string, value: unknown) => {
    isWellFormed &&= name.isWellFormed() && (typeof value !== 'string' || value.isWellFormed());
    return value;
  });
  return isWellFormed;
}
