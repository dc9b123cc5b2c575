const references: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
};

/** Images become their alt text. */
export function htmlToSearchText(texts: readonly string[]): string {
  return texts
    .join('\n')
    .replace(/<[^>]*?\b(?:alt|title)="([^"]*)"[^>]*>/g, ' $1 ')
    .replace(/<\/?(?:p|h\d|li|ul|ol|td|th|tr|table|blockquote|figure|figcaption|pre|br|hr|img)\b[^>]*>/g, ' ')
    .replace(/<\/?[a-z][^>]*>/g, '')
    .replace(/&(?:lt|gt|amp|quot|#39|nbsp);/g, (reference) => references[reference] ?? reference)
    .replace(/[\s\u00a0]+/g, ' ');
}
