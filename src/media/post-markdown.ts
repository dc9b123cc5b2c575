import { escapeLineStart, escapeMarkdown, escapeMarkdownUrl } from '#platform/escape-markdown.ts';
import type { TextPart } from './formatted-text.ts';

/** Keeps line breaks and indents. */
export function formatMarkdownText(parts: readonly TextPart[]): string {
  const lines = splitLines(parts).map((line) =>
    escapeLineStart(
      line
        .map((part, index) => formatPart(part, line[index - 1], line[index + 1]))
        .join('')
        .trimEnd()
        .replace(/^[ \t]+/, (indent) => '\u00a0'.repeat(indent.length)),
    ),
  );
  return lines.reduce((joined, line) => joined + (line && !joined.endsWith('\n') ? '  \n' : '\n') + line);
}

function splitLines(parts: readonly TextPart[]): TextPart[][] {
  const lines: TextPart[][] = [[]];
  for (const part of parts) {
    const [first = '', ...others] = part.text.split(/[\n\u2028\u2029]/);
    lines.at(-1)?.push({ ...part, text: first });
    lines.push(...others.map((text) => [{ ...part, text }]));
  }
  return lines;
}

/** No renderer sees a sign of emphasis beside a space, so spaces stay outside. */
function formatPart(part: TextPart, previous: TextPart | undefined, next: TextPart | undefined): string {
  const core = part.text.trim();
  if (core === '') return part.text;
  const start = part.text.indexOf(core);
  const [before, after] = [part.text.slice(0, start), part.text.slice(start + core.length)];
  const isApart = (before !== '' || !isFormatted(previous)) && (after !== '' || !isFormatted(next));
  const { styles, link } = part;
  let text = link === null ? escapeMarkdown(core) : formatLink(core, link);
  for (const { style, sign, element } of emphasis) {
    if (!styles.includes(style)) continue;
    const canUseSign = sign !== null && isApart && link === null && wordEdges.test(core);
    text = canUseSign && !text.startsWith('<') ? sign + text + sign : `<${element}>${text}</${element}>`;
  }
  return before + text + after;
}

function formatLink(text: string, url: string): string {
  return text === url
    ? `<${escapeMarkdownUrl(url)}>`
    : `[${escapeMarkdown(text)}](${escapeMarkdownUrl(url)})`;
}

const isFormatted = (part: TextPart | undefined) =>
  part !== undefined && (part.link !== null || part.styles.length > 0);

/** Signs count only around letters, and not next to other signs: then it is an element. Markdown has no underline. */
const emphasis = [
  { style: 'bold', sign: '**', element: 'strong' },
  { style: 'italic', sign: '*', element: 'em' },
  { style: 'underline', sign: null, element: 'u' },
] as const;
const wordEdges = /^[\p{L}\p{N}](?:.*[\p{L}\p{M}\p{N}])?$/su;
