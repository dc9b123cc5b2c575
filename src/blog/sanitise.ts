import sanitizeHtml from 'sanitize-html';
import { limitMarkup } from './limit-markup.ts';
import { soundAttributes } from './sound-attributes.ts';
import { soundStructure } from './sound-structure.ts';

/** Deeper elements lose their tags and keep their text. */
const nestingLimit = 200;

/** Shorter texts, in characters, can't hold as much markup as `limitMarkup` lets through. */
const mayExceedLimits = 300_000;
const passesMax = 4;

const inline = ['a', 'strong', 'em', 'u', 's', 'sub', 'sup', 'code', 'span', 'br', 'img'];
const blocks = ['p', 'h1', 'h2', 'h3', 'h4', 'ul', 'ol', 'li', 'blockquote', 'pre', 'hr', 'div'];
const figures = ['figure', 'figcaption'];
const tables = ['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'];

/** Older and looser names for the same; all that begins a new line is a `div` until the structure is settled. */
const renamed: Record<string, string> = {
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
      ...['section', 'article', 'header', 'footer', 'main', 'aside', 'nav', 'address', 'center', 'hgroup'],
      ...['details', 'summary', 'fieldset', 'legend', 'form', 'dl', 'dt', 'dd', 'search', 'dialog', 'body'],
    ].map((name) => [name, 'div']),
  ),
};

const rules: sanitizeHtml.IOptions = {
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
      const tagName = isPlainBold(name, attributes) ? 'span' : (renamed[name] ?? name);
      return { tagName, attribs: soundAttributes(tagName, attributes) };
    },
  },
};

/**
 * HTML that may be shown: only the elements of the editor, links with allowed schemes, pictures of this site, nothing
 * that runs or styles; nested as the standard wants it. Twice is the same as once.
 */
export function sanitise(html: string): string {
  let given = html;
  for (let pass = 1; ; pass += 1) {
    const sound = soundStructure(sanitizeHtml(limitMarkup(given), rules));
    // What is made whole, with paragraphs around lines, may be beyond the limits again.
    if (sound.length < mayExceedLimits || sound === given || pass === passesMax) return sound;
    if (limitMarkup(sound) === sound) return sound;
    given = sound;
  }
}

/** Google Docs wraps whatever is copied in a `b` that says it is not bold. */
function isPlainBold(name: string, { style = '' }: Record<string, string>): boolean {
  return name === 'b' && /font-weight:\s*(?:normal|400)/i.test(style);
}
