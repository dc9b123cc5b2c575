import { createHash } from 'node:crypto';

/** A strong ETag of the bytes. */
export function createEtag(body: Uint8Array): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
}

/** A strong ETag identifies one representation, so each encoding needs its own. */
export function etagForEncoding(etag: string, encoding: string | undefined): string {
  return encoding ? etag.replace(/"$/, `-${encoding}"`) : etag;
}

/** Weak comparison of If-None-Match, as RFC 9110 requires. */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
  return (
    ifNoneMatch === '*' || ifNoneMatch.split(',').some((part) => part.trim().replace(/^W\//, '') === etag)
  );
}
