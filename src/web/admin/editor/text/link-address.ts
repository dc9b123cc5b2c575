/** Beside these, only addresses within this site are links. The same as the server keeps. */
const schemes = new Set(['http:', 'https:', 'mailto:', 'tel:']);
const scheme = /^[a-z][a-z0-9+.-]*:/i;
const hostAndPort = /^(?:localhost|[^/?#:@]+\.[^/?#:@]+):\d{1,5}(?:[/?#]|$)/i;
const here = 'http://here.invalid';
const lengthMax = 4000;

/** What was typed or pasted as the address of a link, made whole: `http` where no scheme stands. null: refused. */
export function linkAddress(typed: string): string | null {
  const address = typed.trim();
  if (address === '' || address.length > lengthMax) return null;
  if (/^[/#\\]/.test(address)) return ownAddress(address);
  const whole = scheme.test(address) && !hostAndPort.test(address) ? address : `http://${address}`;
  const url = URL.parse(whole);
  if (!url || !schemes.has(url.protocol) || /%(?![0-9a-f]{2})|[^\x21-\x7e]/i.test(url.host)) return null;
  return escaped(url.href);
}

export function leavesSite(address: string): boolean {
  return /^https?:/.test(address);
}

/** `//host` and `/\host` lead elsewhere. */
function ownAddress(address: string): string | null {
  const url = URL.parse(address, here);
  if (!url) return null;
  if (url.origin !== here) return schemes.has(url.protocol) ? escaped(url.href) : null;
  return escaped(address.startsWith('#') ? url.hash : url.pathname + url.search + url.hash);
}

function escaped(address: string): string {
  return address
    .replace(/%(?![0-9a-f]{2})/gi, '%25')
    .replace(/[\s"<>\\^`{|}]/g, (character) => encodeURIComponent(character));
}
