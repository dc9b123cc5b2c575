const references: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
};

const blockTag = /^<\/?(?:p|h\d|li|ul|ol|td|th|tr|table|blockquote|figure|figcaption|pre|br|hr|img)\b/;

function replaceTag(tag: string): string {
  const label = /\b(?:alt|title)="([^"]*)"/.exec(tag)?.[1];
  if (label !== undefined) return ` ${label} `;
  if (blockTag.test(tag)) return ' ';
  return /^<\/?[a-z]/.test(tag) ? '' : tag;
}

/** Of sanitized HTML, in which attributes have no `<` or `>`. Images become their alt text. */
export function htmlToSearchText(texts: readonly string[]): string {
  return texts
    .join('\n')
    .replace(/<[^<>]*>/g, replaceTag)
    .replace(/&(?:lt|gt|amp|quot|#39|nbsp);/g, (reference) => references[reference] ?? reference)
    .replace(/[\s\u00a0]+/g, ' ');
}
