import { escapeHtml } from './write-line.ts';

/** Inline HTML and its opening tags, outermost first. */
export interface PastedInline {
  html: string;
  marks: readonly string[];
  isBlank: boolean;
}

export function pastedText(text: string, marks: readonly string[]): PastedInline {
  const collapsed = text
    .replace(/[\u200b\ufeff]/g, '')
    .replace(/[ \t\r\n\f\u00a0]{2,}|[\t\r\n\f]|^\u00a0$/g, ' ');
  return { html: escapeHtml(collapsed), marks, isBlank: collapsed.trim() === '' };
}

/** Wraps the text in its marks; neighbors with the same marks share them. */
export function serializePastedInline(leaves: readonly PastedInline[]): string {
  const first = leaves.findIndex(({ isBlank }) => !isBlank);
  const last = leaves.findLastIndex(({ isBlank }) => !isBlank);
  if (first === -1) return '';
  let html = '';
  let open: readonly string[] = [];
  for (const { html: inner, marks } of leaves.slice(first, last + 1)) {
    const differs = open.findIndex((mark, index) => mark !== marks[index]);
    const common = differs === -1 ? open.length : differs;
    html += closing(open.slice(common)) + marks.slice(common).join('') + inner;
    open = marks;
  }
  return (html + closing(open)).replace(/ {2,}/g, ' ').trim();
}

function closing(marks: readonly string[]): string {
  return marks
    .map((mark) => `</${/^<([a-z]+)/.exec(mark)?.[1]}>`)
    .reverse()
    .join('');
}
