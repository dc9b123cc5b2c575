import { createHash } from 'node:crypto';

const inlineScript = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;

/**
 * The policy of one finished page: nothing from elsewhere, and of inline scripts only the very ones it holds.
 * Text from outside is escaped in the page, so it can not open a script of its own.
 */
export function contentSecurityPolicy(
  html: string,
  { isDevelopment = false, isFramedByOwn = false }: { isDevelopment?: boolean; isFramedByOwn?: boolean } = {},
): string {
  const hashes = new Set(
    [...html.matchAll(inlineScript)].map(
      ([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
    ),
  );
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...hashes].join(' ')}`,
    // Hot reload puts styles into the page and speaks over a socket.
    `style-src 'self'${isDevelopment ? " 'unsafe-inline'" : ''}`,
    "img-src 'self' data:",
    "media-src 'self' blob:",
    "font-src 'self'",
    `connect-src 'self'${isDevelopment ? ' ws:' : ''}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    // The editor shows the preview of its post, which may be framed by our own pages alone.
    "frame-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${isFramedByOwn ? "'self'" : "'none'"}`,
  ].join('; ');
}
