/** Besides these, only links within this site are allowed. Must match the server's rules. */
const schemes = new Set(['http:', 'https:', 'mailto:', 'tel:']);
const scheme = /^[a-z][a-z0-9+.-]*:/i;
const hostAndPort = /^(?:localhost|[^/?#:@]+\.[^/?#:@]+):\d{1,5}(?:[/?#]|$)/i;
const placeholderOrigin = 'http://here.invalid';
const lengthMax = 4000;

/** Completes a typed or pasted link, with `http` if it has no scheme. Returns null if it isn't allowed. */
export function normalizeLinkUrl(input: string): string | null {
  const trimmed = input.trim();
  if (trimmed === '' || trimmed.length > lengthMax) return null;
  if (/^[/#\\]/.test(trimmed)) return normalizeInternalUrl(trimmed);
  const absolute = scheme.test(trimmed) && !hostAndPort.test(trimmed) ? trimmed : `http://${trimmed}`;
  const url = URL.parse(absolute);
  if (!url || !schemes.has(url.protocol) || /%(?![0-9a-f]{2})|[^\x21-\x7e]/i.test(url.host)) return null;
  return escapeUrl(url.href);
}

export function isExternalUrl(url: string): boolean {
  return /^https?:/.test(url);
}

/** `//host` and `/\host` point to other sites. */
function normalizeInternalUrl(href: string): string | null {
  const url = URL.parse(href, placeholderOrigin);
  if (!url) return null;
  if (url.origin !== placeholderOrigin) return schemes.has(url.protocol) ? escapeUrl(url.href) : null;
  return escapeUrl(href.startsWith('#') ? url.hash : url.pathname + url.search + url.hash);
}

function escapeUrl(href: string): string {
  return href
    .replace(/%(?![0-9a-f]{2})/gi, '%25')
    .replace(/[\s"<>\\^`{|}]/g, (character) => encodeURIComponent(character));
}
