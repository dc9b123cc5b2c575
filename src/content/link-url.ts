/** Besides these, only relative URLs of this site are allowed. */
const schemes = new Set(['http:', 'https:', 'mailto:', 'tel:']);
const scheme = /^[a-z][a-z0-9+.-]*:/i;
const hostAndPort = /^(?:localhost|[^/?#:@.]+\.[^/?#:@]+):\d{1,5}(?:[/?#]|$)/i;
const baseOrigin = 'http://here.invalid';
const lengthMax = 4000;

/** Null if the URL is not allowed. Like the editor, assumes `http` without a scheme. */
export function sanitizeUrl(input: string): string | null {
  const trimmed = input.trim();
  if (trimmed === '' || trimmed.length > lengthMax) return null;
  if (/^[/#\\]/.test(trimmed)) return resolveSiteReference(trimmed);
  const absolute = scheme.test(trimmed) && !hostAndPort.test(trimmed) ? trimmed : `http://${trimmed}`;
  const url = URL.parse(absolute);
  if (!url || !schemes.has(url.protocol) || /%(?![0-9a-f]{2})|[^\x21-\x7e]/i.test(url.host)) return null;
  return escapeUrl(url.href);
}

export function isExternalUrl(url: string): boolean {
  return /^https?:/.test(url);
}

/** `//host` and `/\host` point to other sites and become absolute. */
function resolveSiteReference(reference: string): string | null {
  const url = URL.parse(reference, baseOrigin);
  if (!url) return null;
  if (url.origin !== baseOrigin) return schemes.has(url.protocol) ? escapeUrl(url.href) : null;
  if (reference.startsWith('#')) return escapeUrl(url.hash);
  // A path that begins with `//`, as that of `/..//host`, would be a host again.
  return escapeUrl(url.pathname.replace(/^\/+/, '/') + url.search + url.hash);
}

/** Escapes characters that the URL standard allows but HTML checkers reject. */
function escapeUrl(url: string): string | null {
  const encoded = url
    .replace(/%(?![0-9a-f]{2})/gi, '%25')
    .replace(/[\s"<>\\^`{|}]/g, (character) => encodeURIComponent(character));
  return encoded.length > lengthMax ? null : encoded;
}
