const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A query with a malformed uuid would throw, so ids are checked first. */
export function isUuid(text: string): boolean {
  return uuid.test(text);
}

/** A UUID v8 of a hexadecimal digest, such as SHA-256. */
export function uuidFromDigest(digest: string): string {
  const variant = ((Number.parseInt(digest.charAt(16), 16) & 3) | 8).toString(16);
  const hex = `${digest.slice(0, 12)}8${digest.slice(13, 16)}${variant}${digest.slice(17, 32)}`;
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
