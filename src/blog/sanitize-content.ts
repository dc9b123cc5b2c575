import { Parser, parseDocument } from 'htmlparser2';
import sanitizeHtml from 'sanitize-html';
import { normalizeLine } from '#platform/normalize-text.ts';
import { imageUrlPattern } from './contract.ts';
import { isExternalUrl, sanitizeUrl } from './link-url.ts';
import { normalizeHtml } from './normalize-html.ts';

const nestingLimit = 200;

/** Shorter texts, in characters, can't exceed the limits of `limitMarkup`. */
const recheckLength = 300_000;
const passesMax = 4;

const inline = ['a', 'strong', 'em', 'u', 's', 'sub', 'sup', 'code', 'span', 'br', 'img'];
const blocks = ['p', 'h1', 'h2', 'h3', 'h4', 'ul', 'ol', 'li', 'blockquote', 'pre', 'hr', 'div'];
const figures = ['figure', 'figcaption'];
const tables = ['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'];

const tagAliases: Record<string, string> = {
  b: 'strong',
  i: 'em',
  cite: 'em',
  ins: 'u',
  del: 's',
  strike: 's',
  tt: 'code',
  kbd: 'code',
  samp: 'code',
  listing: 'pre',
  h5: 'h4',
  h6: 'h4',
  ...Object.fromEntries(
    [
      'section',
      'article',
      'header',
      'footer',
      'main',
      'aside',
      'nav',
      'address',
      'center',
      'hgroup',
      'details',
      'summary',
      'fieldset',
      'legend',
      'form',
      'dl',
      'dt',
      'dd',
      'search',
      'dialog',
      'body',
    ].map((name) => [name, 'div']),
  ),
};

/** `sanitizeAttributes` checks the values of the attributes. */
const allowedHtml: sanitizeHtml.IOptions = {
  allowedTags: [...inline, ...blocks, ...figures, ...tables],
  allowedAttributes: {
    '*': ['lang', 'dir'],
    a: ['href', 'rel'],
    img: ['src', 'alt', 'width', 'height'],
    code: ['class'],
    ol: ['start'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan', 'scope'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesAppliedToAttributes: ['href', 'src'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nonTextTags: ['script', 'style', 'textarea', 'option', 'xmp', 'noscript', 'title', 'iframe', 'noembed'],
  nestingLimit,
  transformTags: {
    '*': (name, attributes) => {
      const tagName = isPlainBold(name, attributes) ? 'span' : (tagAliases[name] ?? name);
      return { tagName, attribs: sanitizeAttributes(tagName, attributes) };
    },
  },
};

/** Keeps the editor's elements, links with allowed schemes and stored images. Idempotent. */
export function sanitizeContent(html: string): string {
  let input = html;
  for (let pass = 1; ; pass += 1) {
    const output = normalizeHtml(parseDocument(sanitizeHtml(limitMarkup(input), allowedHtml)).children);
    // Normalizing adds paragraphs, which may exceed the limits again.
    if (output.length < recheckLength || output === input || pass === passesMax) return output;
    if (limitMarkup(output) === output) return output;
    input = output;
  }
}

/** Google Docs wraps copied content in a `b` with a normal font weight. */
function isPlainBold(name: string, { style = '' }: Record<string, string>): boolean {
  return name === 'b' && /font-weight:\s*(?:normal|400)/i.test(style);
}

type Attributes = Record<string, string>;

const languageNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
const spanMax = 100;

export function sanitizeAttributes(name: string, attributes: Attributes): Attributes {
  const sanitized = {
    ...sanitizersByElement[name]?.(attributes),
    lang: parseLanguage(attributes.lang),
    dir: parseDirection(attributes.dir),
  };
  return Object.fromEntries(
    Object.entries(sanitized).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

const sanitizersByElement: Record<string, (attributes: Attributes) => Record<string, string | undefined>> = {
  a: ({ href = '' }) => {
    const url = sanitizeUrl(href);
    if (url === null) return {};
    return { href: url, rel: isExternalUrl(url) ? 'noopener' : undefined };
  },
  img: ({ src = '', alt = '', width, height }) => {
    if (!imageUrlPattern.test(src)) return {};
    return {
      src,
      alt: normalizeLine(alt),
      width: parseCount(width, 20_000),
      height: parseCount(height, 20_000),
    };
  },
  code: ({ class: classes = '' }) => ({
    class: /(?:^|\s)(language-[a-z0-9+#-]{1,40})(?:\s|$)/.exec(classes)?.[1],
  }),
  ol: ({ start }) => ({ start: parseCount(start, 1_000_000) }),
  td: ({ colspan, rowspan }) => ({ colspan: parseSpan(colspan), rowspan: parseSpan(rowspan) }),
  th: ({ colspan, rowspan, scope }) => ({
    colspan: parseSpan(colspan),
    rowspan: parseSpan(rowspan),
    scope: scope === 'row' || scope === 'col' ? scope : undefined,
  }),
};

function parseCount(text = '', max: number): string | undefined {
  const count = /^\d{1,7}$/.test(text.trim()) ? Number(text) : 0;
  return count >= 1 && count <= max ? String(count) : undefined;
}

function parseSpan(text?: string): string | undefined {
  const span = parseCount(text, spanMax);
  return span === '1' ? undefined : span;
}

function parseDirection(text = ''): string | undefined {
  return /^(?:ltr|rtl|auto)$/i.test(text.trim()) ? text.trim().toLowerCase() : undefined;
}

function parseLanguage(text = ''): string | undefined {
  const tag = text.trim();
  if (!/^[a-z]{2,3}(?:-[a-z]{4})?(?:-(?:[a-z]{2}|\d{3}))?$/i.test(tag)) return undefined;
  const known = languageNames.of(tag.split('-')[0] ?? '') !== undefined;
  return known ? Intl.getCanonicalLocales(tag)[0] : undefined;
}

/** The parser's work grows with the square of the depth. */
const depthMax = 1000;
/** Elements and attributes. Ten times as many would block the process for half a minute. */
const countMax = 100_000;
/** `<`, `>`, `&` and character references in text; parsers emit each of them separately. */
const escapeCountMax = 200_000;
const stepSize = 8192;

/** Returns HTML within the limits unchanged. From the first excess on, only the text is left. */
export function limitMarkup(html: string): string {
  let depth = 0;
  let count = 0;
  let escapeCount = 0;
  let tagStart = 0;
  let cutoff = -1;
  const countNode = () => {
    count += 1;
    if ((depth > depthMax || count > countMax) && cutoff === -1) cutoff = tagStart;
  };
  const parser = new Parser({
    onopentagname() {
      depth += 1;
      tagStart = parser.startIndex;
      countNode();
    },
    onattribute: countNode,
    ontext(text) {
      const escaped = text.match(/[<>&]/g)?.length ?? 0;
      escapeCount += escaped === 0 && html[parser.startIndex] === '&' ? 1 : escaped;
      if (escapeCount > escapeCountMax && cutoff === -1) cutoff = parser.startIndex;
    },
    onclosetag() {
      depth -= 1;
    },
  });
  for (let start = 0; start < html.length && cutoff === -1; start += stepSize) {
    parser.write(html.slice(start, start + stepSize));
  }
  if (cutoff === -1) return html;
  const tailText = html.slice(cutoff).replace(/<[^>]*>?/g, ' ');
  return (
    html.slice(0, cutoff) +
    (escapeCount > escapeCountMax ? tailText.replace(/(?:&(?:#?\w{1,32};?)?|>)+/g, ' ') : tailText)
  );
}

/** The text of sanitized HTML, one line per block; no alt texts. */
export function plainText(html: string): string {
  let text = '';
  const endLine = (name: string) => {
    if (name === 'br' || !inline.includes(name)) text += '\n';
  };
  const parser = new Parser({
    onopentagname: endLine,
    onclosetag: endLine,
    ontext: (part) => {
      text += part;
    },
  });
  parser.end(html);
  return text
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n[ \n]*/g, '\n')
    .trim();
}
