import { createHash } from 'node:crypto';

const inlineScript = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;

/** Allows only the inline scripts found in `html`, by hash. */
export function contentSecurityPolicy(
  html: string,
  { isDevelopment = false, canBeFramed = false }: { isDevelopment?: boolean; canBeFramed?: boolean } = {},
): string {
  const hashes = new Set(
    [...html.matchAll(inlineScript)].map(
      ([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
    ),
  );
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
    "frame-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${canBeFramed ? "'self'" : "'none'"}`,
  ].join('; ');
}
