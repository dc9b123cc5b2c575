import { Parser, parseDocument } from 'htmlparser2';
import sanitizeHtml from 'sanitize-html';
import { normalizeLine } from '#platform/normalize-text.ts';
import { parseFigureKind, parseNoteId } from './block-contract.ts';
import {
  contentElements,
  isInlineElement,
  nonTextElements,
  parseBlockClass,
  storedElementName,
} from './elements.ts';
import { arrangeFootnotes } from './html/footnotes.ts';
import { imageUrlPattern } from './image-contract.ts';
import { isExternalUrl, sanitizeUrl } from './link-url.ts';
import { normalizeHtml } from './normalize-html.ts';

const nestingLimit = 200;

/** Shorter texts, in characters, can't exceed the limits of `limitMarkup`. */
const recheckLength = 300_000;
const passesMax = 4;

/** `sanitizeAttributes` checks the values of the attributes. */
const allowedHtml: sanitizeHtml.IOptions = {
  allowedTags: [...contentElements.keys()],
  allowedAttributes: {
    '*': ['lang', 'dir'],
    ...Object.fromEntries(
      [...contentElements].map(([name, { attributes = [] }]) => [name, [...attributes]] as const),
    ),
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesAppliedToAttributes: ['href', 'src'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nonTextTags: [...nonTextElements],
  nestingLimit,
  transformTags: {
    '*': (name, attributes) => {
      const tagName = isPlainBold(name, attributes) ? 'span' : storedElementName(name, attributes.class);
      return { tagName, attribs: sanitizeAttributes(tagName, attributes) };
    },
  },
};

/** Keeps the editor's elements, links with allowed schemes and stored images. Idempotent. */
export function sanitizeContent(html: string): string {
  let input = html;
  for (let pass = 1; ; pass += 1) {
    const output = arrangeFootnotes(
      normalizeHtml(parseDocument(sanitizeHtml(limitMarkup(input), allowedHtml)).children),
    );
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
    class: parseBlockClass(name, attributes.class),
    ...sanitizersByElement[name]?.(attributes),
    lang: parseLanguage(attributes.lang),
    dir: parseDirection(attributes.dir),
  };
  return Object.fromEntries(
    Object.entries(sanitized).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

const sanitizersByElement: Record<string, (attributes: Attributes) => Record<string, string | undefined>> = {
  a: ({ href = '', target }) => {
    const url = sanitizeUrl(href);
    if (url === null) return { class: undefined };
    const newTab = target === '_blank' ? target : undefined;
    return {
      href: url,
      target: newTab,
      rel: isExternalUrl(url) || newTab ? 'noopener' : undefined,
    };
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
  figure: (attributes) => ({ class: parseFigureKind(attributes.class) ?? undefined }),
  abbr: ({ title = '' }) => ({ title: normalizeLine(title) || undefined }),
  time: ({ datetime }) => ({ datetime }),
  details: ({ open }) => ({ open: open === undefined ? undefined : '' }),
  ...Object.fromEntries(
    ['h1', 'h2', 'h3', 'h4'].map((name) => [name, ({ id }: Attributes) => ({ id: parseHeadingId(id) })]),
  ),
  ol: ({ start, class: classes }) => ({
    start: parseBlockClass('ol', classes) ? undefined : parseCount(start, 1_000_000),
  }),
  li: ({ id }) => ({ id: parseNoteId(id) }),
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

/** `renderContent` adds a prefix, so that no id is one of the page. */
function parseHeadingId(text = ''): string | undefined {
  const id = text.trim();
  return /^[^\s\p{C}"'&<>`]{1,100}$/u.test(id) ? id : undefined;
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
  /** `normalizeHtml` writes an `rp` before and after each `rt`, whether or not there was one. */
  let uncountedRps = 1;
  const countNode = () => {
    count += 1;
    if ((depth > depthMax || count > countMax) && cutoff === -1) cutoff = tagStart;
  };
  const parser = new Parser({
    onopentagname(name) {
      depth += 1;
      tagStart = parser.startIndex;
      if (name === 'rt') uncountedRps += 2;
      else if (name === 'rp' && uncountedRps > 0) {
        uncountedRps -= 1;
        count -= 1;
      }
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
  return html.slice(0, cutoff) + (escapeCount > escapeCountMax ? removeEscapes(tailText) : tailText);
}

/** Replaces each run of them with a space. A regular expression for runs would exceed the stack on long ones. */
function removeEscapes(text: string): string {
  let end = -1;
  return text.replace(/&(?:#?\w{1,32};?)?|>/g, (sign, offset: number) => {
    const isSameRun = offset === end;
    end = offset + sign.length;
    return isSameRun ? '' : ' ';
  });
}

/** The text of sanitized HTML, one line per block; no alt texts. */
export function plainText(html: string): string {
  let text = '';
  const endLine = (name: string) => {
    if (name === 'br' || !isInlineElement(name)) text += '\n';
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
