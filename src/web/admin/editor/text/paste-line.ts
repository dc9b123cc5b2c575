import { escapeText } from './write-line.ts';

/** A piece of a pasted line, and the opening tags it stands in, the outermost first. */
export interface PastedLeaf {
  html: string;
  marks: readonly string[];
  isBlank: boolean;
}

export function textLeaf(text: string, marks: readonly string[]): PastedLeaf {
  const words = text
    .replace(/[\u200b\ufeff]/g, '')
    .replace(/[ \t\r\n\f\u00a0]{2,}|[\t\r\n\f]|^\u00a0$/g, ' ');
  return { html: escapeText(words), marks, isBlank: words.trim() === '' };
}

/** The line with its marks opened and closed around it; neighbours that stand in the same share them. */
export function writePastedLine(leaves: readonly PastedLeaf[]): string {
  const first = leaves.findIndex(({ isBlank }) => !isBlank);
  const last = leaves.findLastIndex(({ isBlank }) => !isBlank);
  if (first === -1) return '';
  let html = '';
  let open: readonly string[] = [];
  for (const { html: own, marks } of leaves.slice(first, last + 1)) {
    const differs = open.findIndex((mark, index) => mark !== marks[index]);
    const common = differs === -1 ? open.length : differs;
    html += closing(open.slice(common)) + marks.slice(common).join('') + own;
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
