import { escapeHtml } from './escape-html.ts';

const brackets = { '[': '&#91;', ']': '&#93;' } as const;

/**
 * For text within a line. Signs of HTML become entities: renderers that turn bare URLs into links would take a
 * backslash as part of the URL, and the tag after it would be live. So that nothing else is taken as part of a URL
 * either, no bare URL begins here. Brackets, because marked reads those of a link's text twice.
 */
export function escapeMarkdown(text: string): string {
  return escapeHtml(text.replace(/[\\`*_~|$]/g, '\\$&'))
    .replace(/[[\]]/g, (sign) => brackets[sign as keyof typeof brackets])
    .replace(/:(?=\/\/)/g, '\\:')
    .replace(/(www)\./gi, '$1\\.');
}

/** For the start of a line, as the result of `escapeMarkdown`: it becomes no heading, list, table or underline. */
export function escapeLineStart(line: string): string {
  return line.replace(/^(\s*)([#+=:-])/, '$1\\$2').replace(/^(\s*\d+)([.)])/, '$1\\$2');
}

/** For `<…>` and `(…)`. What could end them, or begin HTML, is encoded. */
export function escapeMarkdownUrl(url: string): string {
  return url.replace(
    /[^\w.~:/?#@!$&*+,;=%\u0080-\uffff-]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
}
