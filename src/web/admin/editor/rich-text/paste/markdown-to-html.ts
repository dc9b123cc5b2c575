import { Marked, type MarkedExtension, type Tokens } from 'marked';
import type { CalloutKind } from '#content/block-contract.ts';
import { escapeHtmlAttribute } from '#platform/escape-html.ts';
import { createFootnoteSyntax } from './markdown-footnotes.ts';

const calloutsByAlert = new Map<string, CalloutKind>([
  ['note', 'note'],
  ['important', 'note'],
  ['tip', 'tip'],
  ['warning', 'warning'],
  ['caution', 'warning'],
]);

/** Of German dates, which have a full stop after the day. */
const months = new Set(
  (['long', 'short'] as const).flatMap((month) => {
    const format = new Intl.DateTimeFormat('de', { month });
    return Array.from({ length: 12 }, (_, index) =>
      format.format(new Date(2026, index, 15)).replace('.', ''),
    );
  }),
);

/** Whether a line only looks like the one item of a list: `1986. That year`, `3. Oktober 1990`. */
function startsWithYearOrDate(text: string): boolean {
  const [, digits = '', word = '', rest = ''] = /^ {0,3}(\d{1,9})[.)] +(\p{L}*)([\s\S]*)/u.exec(text) ?? [];
  const number = Number(digits);
  if (number < 1000 && !months.has(word)) return false;
  return !new RegExp(`^ {0,3}${number + 1}[.)] `, 'm').test(rest);
}

const options: MarkedExtension = {
  gfm: true,
  tokenizer: {
    /** undefined: no list; false: as usual. */
    list: (text) => (startsWithYearOrDate(text) ? undefined : false),
  },
  renderer: {
    code({ text, lang = '' }: Tokens.Code): string {
      const language = /^[a-z0-9+#-]{1,40}/i.exec(lang.trim())?.[0].toLowerCase();
      const kind = language ? ` class="language-${language}"` : '';
      return `<pre><code${kind}>${escapeHtmlAttribute(text)}</code></pre>\n`;
    },
    /** The syntax of GitHub for callouts. */
    blockquote({ tokens }: Tokens.Blockquote): string {
      const html = this.parser.parse(tokens);
      const kind = /^<p>\[!(\w+)\](?:<br>|\s|(?=<\/p>))/.exec(html);
      const callout = calloutsByAlert.get(kind?.[1]?.toLowerCase() ?? '');
      if (!kind || !callout) return `<blockquote>\n${html}</blockquote>\n`;
      return `<aside class="callout-${callout}">\n<p>${html.slice(kind[0].length)}</aside>\n`;
    },
    checkbox: ({ checked }) => (checked ? '☑ ' : '☐ '),
    /** Relative links of a file have no target here. The cleaning of pasted HTML checks the others. */
    link(token: Tokens.Link): string | false {
      return isRelative(token.href) ? this.parser.parseInline(token.tokens) : false;
    },
  },
};

/** HTML to be cleaned like any pasted HTML. Null if the text is nested too deeply. */
export function markdownToHtml(markdown: string): string | null {
  const text = removeFrontMatter(markdown.replace(/\r\n?/g, '\n').trim());
  try {
    const { extension, renderNotes } = createFootnoteSyntax();
    const marked = new Marked(options, extension, { breaks: !isWrapped(text) });
    return marked.parse(text, { async: false }) + renderNotes();
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function isRelative(href: string): boolean {
  return !/^(?:[a-z][a-z0-9+.-]*:|[/#]|www\.)/i.test(href);
}

function removeFrontMatter(text: string): string {
  return text.replace(/^---\n(?:\w[\w-]*:.*\n(?:[ \t#-].*\n|\n)*)+---(?:\n|$)/, '');
}

const wrapWidth = 60;

/** Whether lines end where their width ends. Otherwise, as in a poem or an address, every line is one. */
function isWrapped(text: string): boolean {
  const [first = '', ...lines] = text.split('\n');
  let long = 0;
  let short = 0;
  let previous = first;
  for (const line of lines) {
    if (/^[\p{L}\p{N}"“„«*_`[(]/u.test(previous) && /^[\p{L}\p{N}"“„«*_`[(]/u.test(line)) {
      if (previous.length >= wrapWidth) long += 1;
      else short += 1;
    }
    previous = line;
  }
  return long >= short;
}
