import { parseDocument } from 'htmlparser2';
import sanitizeHtml from 'sanitize-html';
import { limitMarkup } from './html/limit-markup.ts';
import { sanitizeAttributes } from './html/sanitize-attributes.ts';
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
