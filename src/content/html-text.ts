import { isInlineElement, isVisibleElement } from './elements.ts';

const references: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
};

const readTagName = (tag: string) => /^<\/?([a-z][a-z\d]*)/.exec(tag)?.[1];

function replaceTag(tag: string): string {
  const label = /\b(?:alt|title)="([^"]*)"/.exec(tag)?.[1];
  if (label !== undefined) return ` ${label} `;
  const name = readTagName(tag);
  if (name === undefined) return tag;
  return isInlineElement(name) && name !== 'br' && name !== 'img' ? '' : ' ';
}

/** Of sanitized HTML, in which attributes have no `<` or `>`. Images become their alt text. */
export function htmlToSearchText(texts: readonly string[]): string {
  return texts
    .join('\n')
    .replace(/<[^<>]*>/g, replaceTag)
    .replace(/&(?:lt|gt|amp|quot|#39|nbsp);/g, (reference) => references[reference] ?? reference)
    .replace(/[\s\u00a0]+/g, ' ');
}

/** Whether readers see nothing: no words, and no image, line or table. Of HTML of the editor or the server. */
export function isEmptyHtml(html: string): boolean {
  const text = html.replace(/<[^<>]*>/g, (tag) => (isVisibleElement(readTagName(tag) ?? '') ? tag : ''));
  return text.replaceAll('&nbsp;', '').trim() === '';
}
