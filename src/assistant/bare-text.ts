/** Folds width variants, invisible characters and escaped markup. For checks: never store the result. */
export function normalizeForComparison(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/&(?:(?:amp|#0*38|#x0*26);)+/gi, '&')
    .replace(/&(?:lt|#0*60|#x0*3c);?/gi, '<')
    .replace(/&(?:gt|#0*62|#x0*3e);?/gi, '>');
}

/** Too long to be a word: probably an encoded image, key or text. */
export const encodedBlobPattern = /[A-Za-z0-9+/=_]{40,}/g;
