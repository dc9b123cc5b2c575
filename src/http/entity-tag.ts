import { createHash } from 'node:crypto';

/** A strong tag of these very bytes. */
export function entityTagOf(body: Uint8Array): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
}

/** Each encoding is a representation of its own, and a strong tag names one. */
export function encodedTag(etag: string, encoding: string | undefined): string {
  return encoding ? etag.replace(/"$/, `-${encoding}"`) : etag;
}

/** `ifNoneMatch` is compared weakly, as RFC 9110 has it. */
export function matchesTag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
  return (
    ifNoneMatch === '*' || ifNoneMatch.split(',').some((part) => part.trim().replace(/^W\//, '') === etag)
  );
}
