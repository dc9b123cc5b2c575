import { createHash } from 'node:crypto';

/** The bulk of a real page: module tables and script URLs. Deterministic. */

const cache = new Map<string, string>();

function memoize(name: string, make: () => string): string {
  const found = cache.get(name);
  if (found !== undefined) return found;
  const text = make();
  cache.set(name, text);
  return text;
}

function hashes(seed: string): (length: number) => string {
  let state = seed;
  return (length) => {
    state = createHash('sha256').update(state).digest('base64url').replaceAll(/[-_]/g, 'x');
    return state.slice(0, length);
  };
}

/** `["cr:123",["Module"],{"__rc":["Module",null]},-1],…` with about `length` characters. */
export function moduleTable(seed: string, length: number): string {
  return memoize(`modules ${seed} ${length}`, () => {
    const next = hashes(seed);
    let text = '';
    for (let at = 310; text.length < length; at += 7) {
      const name = `Barcelona${next(14)}`;
      text += `${text && ','}["cr:${at}",["${name}"],{"__rc":["${name}",null]},-1]`;
    }
    return text;
  });
}

/** `"hash":{"type":"js","src":"https:\/\/static…"},…` with about `length` characters. */
export function resourceMap(seed: string, length: number): string {
  return memoize(`resources ${seed} ${length}`, () => {
    const next = hashes(seed);
    let text = '';
    for (let at = 0; text.length < length; at++) {
      const source = `https:\\/\\/static.cdninstagram.com\\/rsrc.php\\/v4\\/y${next(1)}\\/r\\/${next(11)}.js`;
      text += `${text && ','}"${next(7)}":{"type":"js","src":"${source}","p":":${at}","m":"${at}","tsrc":null}`;
    }
    return text;
  });
}

/** The markup before any script runs: containers and class names, but no post. */
export function serverMarkup(seed: string, length: number): string {
  return memoize(`markup ${seed} ${length}`, () => {
    const next = hashes(seed);
    let text = '';
    while (text.length < length) {
      const names = Array.from({ length: 9 }, () => `x${next(6).toLowerCase()}`).join(' ');
      text += `<div class="${names}"><span dir="auto">&nbsp;</span></div>`;
    }
    return text;
  });
}
