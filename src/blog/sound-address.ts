/** Beside these, only addresses within this site are links. */
const schemes = new Set(['http:', 'https:', 'mailto:', 'tel:']);
const scheme = /^[a-z][a-z0-9+.-]*:/i;
const hostAndPort = /^(?:localhost|[^/?#:@]+\.[^/?#:@]+):\d{1,5}(?:[/?#]|$)/i;
const here = 'http://here.invalid';
/** In characters, as given and as it is kept. */
const lengthMax = 4000;

/**
 * A link's address as it may stand in a text: absolute, or beginning with `/` or `#`; null where it must not be one.
 * Without a scheme it is taken for `http`, as the editor does.
 */
export function soundAddress(given: string): string | null {
  const address = given.trim();
  if (address === '' || address.length > lengthMax) return null;
  if (/^[/#\\]/.test(address)) return withinSite(address);
  const absolute = scheme.test(address) && !hostAndPort.test(address) ? address : `http://${address}`;
  const url = URL.parse(absolute);
  if (!url || !schemes.has(url.protocol) || /%(?![0-9a-f]{2})|[^\x21-\x7e]/i.test(url.host)) return null;
  return escaped(url.href);
}

/** Whether a link leads to another site. */
export function leavesSite(address: string): boolean {
  return /^https?:/.test(address);
}

/** `//host` and `/\host` lead elsewhere: they are made whole. */
function withinSite(address: string): string | null {
  const url = URL.parse(address, here);
  if (!url) return null;
  if (url.origin !== here) return schemes.has(url.protocol) ? escaped(url.href) : null;
  return escaped(address.startsWith('#') ? url.hash : url.pathname + url.search + url.hash);
}

/** What the standard for addresses leaves as it is, but checkers of HTML refuse, is escaped. */
function escaped(address: string): string | null {
  const kept = address
    .replace(/%(?![0-9a-f]{2})/gi, '%25')
    .replace(/[\s"<>\\^`{|}]/g, (character) => encodeURIComponent(character));
  return kept.length > lengthMax ? null : kept;
}
