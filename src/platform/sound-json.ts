import { parseJson } from './parse-json.ts';

/** What a text may hold as JSON: levels, names of objects, and values in all. */
export interface JsonLimits {
  depth: number;
  names: number;
  values: number;
}

/** No body of ours has more. */
const bodyLimits: JsonLimits = { depth: 64, names: 20_000, values: 100_000 };

/** What a text from outside says as JSON; undefined for what is none, or not sound. It is looked at before it is parsed. */
export function readSoundJson(text: string, limits = bodyLimits): unknown {
  return isSoundJson(text, limits) ? parseJson(text) : undefined;
}

/**
 * Whether a text, if it is JSON at all, says each name of an object once, and is neither deep nor endless: a few bytes
 * of text become an object many times as large. What reads it twice (a proxy, another parser) must find the same in it.
 * Names are compared as they are written or, with escapes, as read.
 */
export function isSoundJson(text: string, limits = bodyLimits): boolean {
  const open: (Set<string> | null)[] = [];
  let names = 0;
  let values = 1;
  let isName = false;
  for (let place = 0; place < text.length; place += 1) {
    switch (text.charCodeAt(place)) {
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
        const end = endOfString(text, place);
        if (isName && !addName(open.at(-1), text.slice(place, end + 1))) return false;
        isName = false;
        place = end;
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

function isEscaped(text: string, place: number): boolean {
  let slashes = 0;
  while (text.charCodeAt(place - 1 - slashes) === 0x5c) slashes += 1;
  return slashes % 2 === 1;
}

/** Whether no half of a character stands alone in JSON, written as an escape. */
export function isWellFormedJson(json: string): boolean {
  if (!/\\u[dD][89a-fA-F]/.test(json)) return true;
  let isSound = true;
  JSON.parse(json, (name: string, value: unknown) => {
    isSound &&= name.isWellFormed() && (typeof value !== 'string' || value.isWellFormed());
    return value;
  });
  return isSound;
}
