/** null for a malformed percent-encoding. */
export function decodeUriComponent(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}
