/**
 * A text as it can be meant at most: letters of every width as ours, nothing that is not seen, `<`, `>` and `&` however
 * they are written. For checks, and never kept.
 */
export function bareText(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/&(?:(?:amp|#0*38|#x0*26);)+/gi, '&')
    .replace(/&(?:lt|#0*60|#x0*3c);?/gi, '<')
    .replace(/&(?:gt|#0*62|#x0*3e);?/gi, '>');
}

/** What is no word of any language: a picture, a key or somebody's text, packed into letters. */
export const packedWords = /[A-Za-z0-9+/=_]{40,}/g;
