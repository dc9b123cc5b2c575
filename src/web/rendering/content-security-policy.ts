import { createHash } from 'node:crypto';

/** Allows only these inline scripts, by hash. */
export function contentSecurityPolicy(
  scripts: readonly string[],
  {
    isDevelopment = false,
    canBeFramed = false,
    frameOrigins = [],
  }: { isDevelopment?: boolean; canBeFramed?: boolean; frameOrigins?: readonly string[] } = {},
): string {
  const hashes = scripts.map((code) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`);
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...hashes].join(' ')}`,
    // Hot reload injects inline styles and uses a WebSocket.
    `style-src 'self'${isDevelopment ? " 'unsafe-inline'" : ''}`,
    "img-src 'self' data:",
    "media-src 'self' blob:",
    "font-src 'self'",
    `connect-src 'self'${isDevelopment ? ' ws:' : ''}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    // The editor shows the post preview in an iframe.
    `frame-src ${["'self'", ...frameOrigins].join(' ')}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${canBeFramed ? "'self'" : "'none'"}`,
  ].join('; ');
}
