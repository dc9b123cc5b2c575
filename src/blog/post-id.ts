const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether the database can be asked for it: anything else would be an error there. */
export function isPostId(text: string): boolean {
  return uuid.test(text);
}
