/** Levels and names no body of ours has. */
const depthMax = 64;
const namesMax = 20_000;

/**
 * Whether a text that is JSON says each name of an object once, and is neither deep nor endless. What reads it twice
 * (a proxy, another parser) must find the same in it. Names are compared as they are written or, with escapes, as read.
 */
export function isSoundJson(text: string): boolean {
  const open: (Set<string> | null)[] = [];
  let names = 0;
  let isName = false;
  for (let place = 0; place < text.length; place += 1) {
    switch (text.charCodeAt(place)) {
      case 0x7b: // {
        open.push(new Set());
        isName = true;
        break;
      case 0x5b: // [
        open.push(null);
        isName = false;
        break;
      case 0x7d: // }
      case 0x5d: // ]
        open.pop();
        isName = false;
        break;
      case 0x2c: // ,
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
    if (open.length > depthMax || names > namesMax) return false;
  }
  return true;

  function addName(known: Set<string> | null | undefined, quoted: string): boolean {
    const name = quoted.includes('\\') ? String(JSON.parse(quoted)) : quoted.slice(1, -1);
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
