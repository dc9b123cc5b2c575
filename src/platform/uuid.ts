const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A query with a malformed uuid would throw, so ids are checked first. */
export function isUuid(text: string): boolean {
  return uuid.test(text);
}
