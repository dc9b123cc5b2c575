import { textBytesMax } from '#blog/contract.ts';
import { escapeHtml, escapeHtmlAttribute } from '#platform/escape-html.ts';
import type { Losses } from '../foreign-site.ts';
import { replacePairs } from './replace-pairs.ts';

export interface Attachment {
  url: string;
  alt: string;
  caption: string;
  parent: string;
}

export interface ShortcodeContext {
  postId: string;
  attachments: ReadonlyMap<string, Attachment>;
  losses: Losses;
}

interface TagContext extends ShortcodeContext {
  /** A short tag can repeat any number of images. */
  galleries: { charactersLeft: number; ownImages?: Attachment[] };
}

/** A tag with attributes or a slash, or a plain one: `[gallery ids="1,2"]`, `[/caption]`, `[gallery]`. */
const shortcode = /\[(\[?)(\/?)([a-z][\w-]{1,40})((?:\s[^[\]<>]{0,2000}|=[^[\]<>]{0,300})?)(\/?)\](\]?)/gi;
const code = /<(pre|code|script|style|textarea)[\s>][\s\S]*?(?:<\/\1\s*>|$)/gi;

/** Of SyntaxHighlighter, Crayon and CodeColorer, such as `[ccnle_php]`. */
const codeNames =
  'code|sourcecode|source|crayon|cc[a-z]{0,5}(?:_[a-z0-9]{1,20})?|php|python|perl|ruby|java|javascript|js|css|html|xml|sql|bash|shell|cpp|csharp|text|plain';
const codeBlock = new RegExp(`\\[(${codeNames})((?:\\s[^\\]]{0,500}|=[^\\]]{0,100})?)\\]`, 'gi');
const closingTag = ([, name = '']: RegExpExecArray) => `[/${name.toLowerCase()}]`;

/** Replaces WordPress's own shortcodes with HTML. Those of plugins are removed, but not the text in them. */
export function replaceShortcodes(html: string, context: ShortcodeContext): string {
  const kept: string[] = [];
  const keep = (text: string) => `\ue002${kept.push(text) - 1}\ue003`;
  const withoutCode = replacePairs(html, {
    open: codeBlock,
    close: closingTag,
    replace: ([, name = '', attributes = ''], text) => keep(codeHtml(name, attributes, text)),
  }).replace(code, keep);
  const replaced = replaceTags(replaceEnclosing(withoutCode), {
    ...context,
    galleries: { charactersLeft: textBytesMax },
  });
  return replaced.replace(/\ue002(\d+)\ue003/g, (_, index: string) => kept[Number(index)] ?? '');
}

function codeHtml(name: string, attributes: string, text: string): string {
  const { language, lang, brush } = parseAttributes(attributes.replace(/^=/, ' lang='));
  const value = (
    language ??
    lang ??
    brush ??
    (/^(?:code|source|sourcecode|text|plain|crayon|cc)/i.test(name) ? '' : name)
  ).toLowerCase();
  const className = /^[a-z0-9+#-]{1,40}$/.test(value) ? ` class="language-${value}"` : '';
  const isEncoded = /&(?:lt|gt|amp|quot|#0?39);/.test(text);
  return `\n\n<pre><code${className}>${isEncoded ? text : escapeHtml(text)}</code></pre>\n\n`;
}

function replaceEnclosing(html: string): string {
  const withCaptions = replacePairs(html, {
    open: /\[((?:wp_)?caption)((?:\s[^\]]{0,2000})?)\]/gi,
    close: closingTag,
    replace: ([, , attributes = ''], inner) => captionHtml(parseAttributes(attributes).caption, inner),
  });
  const withEmbeds = replacePairs(withCaptions, {
    open: /\[(embed|youtube|vimeo)(?:\s[^\]]{0,500})?\]/gi,
    close: closingTag,
    replace: (_, url) => lineWithUrl(url),
  });
  return replacePairs(withEmbeds, {
    open: /\[(audio|video)((?:\s[^\]]{0,2000})?)\]/gi,
    close: closingTag,
    replace: ([, name = '', attributes = '']) =>
      mediaHtml(name.toLowerCase(), parseAttributes(attributes), attributes),
  });
}

function replaceTags(html: string, context: TagContext): string {
  const closed = new Set(
    [...html.matchAll(/\[\/([a-z][\w-]{1,40})\]/gi)].map(([, name = '']) => name.toLowerCase()),
  );
  return html.replace(
    shortcode,
    (match, bracket: string, slash: string, tag: string, attributes: string, end: string) => {
      const name = tag.toLowerCase();
      if (bracket === '[') return match.slice(1, match.endsWith(']]') ? -1 : undefined);
      const render = Object.hasOwn(tags, name) ? tags[name] : undefined;
      if (render && slash === '') return render(parseAttributes(attributes), context, attributes);
      if (!isShortcode(name, { attributes, slash, end, isClosed: closed.has(name) })) return match;
      if (slash === '') context.losses.add('shortcode.unknown', name);
      return '';
    },
  );
}

interface TagForm {
  attributes: string;
  slash: string;
  end: string;
  isClosed: boolean;
}

const pluginNames =
  /^(?:contact-form(?:-7)?|gravityform|wpforms|ninja_form|mc4wp_form|woocommerce\w*|product\w*|vc_\w+|et_pb_\w+|fusion_\w+|av_\w+|su_\w+|nggallery|slideshow|singlepic|rev_slider|layerslider|polls?|toc|table|tablepress|googlemaps|caption|gallery|playlist|recent-posts|archives|sitemap|jetpack\w*|slideshare|soundcloud|twitter|tweet|flickr|instagram|facebook|ted|bandcamp|spotify|wp_\w+)$/;

/** Brackets in a text, such as `[sic]` or `[1]`, are not shortcodes. */
function isShortcode(name: string, { attributes, slash, end, isClosed }: TagForm): boolean {
  if (pluginNames.test(name) || isClosed) return true;
  if (slash !== '') return false;
  return (
    end === '/' || /^\s+[\w-]+\s*=\s*["'\u201c\u201d\u2033&]/.test(attributes) || /^=\s*["']/.test(attributes)
  );
}

type Attributes = Record<string, string | undefined>;

const tags: Record<string, (attributes: Attributes, context: TagContext, raw: string) => string> = {
  gallery: galleryHtml,
  audio: (attributes, _, raw) => mediaHtml('audio', attributes, raw),
  video: (attributes, _, raw) => mediaHtml('video', attributes, raw),
  embed: ({ src }) => lineWithUrl(src ?? ''),
  youtube: (attributes, _, raw) => lineWithUrl(findUrl(raw, attributes, 'https://www.youtube.com/watch?v=')),
  vimeo: (attributes, _, raw) => lineWithUrl(findUrl(raw, attributes, 'https://vimeo.com/')),
};

/** `[youtube=URL]`, `[youtube ID]` or `[vimeo id=ID]`. */
function findUrl(raw: string, { id, v, url }: Attributes, prefix: string): string {
  const address = /https?:\/\/[^\s"'[\]]+/i.exec(raw)?.[0];
  const value = address ?? url ?? id ?? v ?? /[^\s="'][^\s"']*/.exec(raw)?.[0] ?? '';
  const link = value.replaceAll('&amp;', '&').replaceAll('&#038;', '&');
  return /^https?:/i.test(link) ? link : /^[\w-]+$/.test(link) ? prefix + link : '';
}

function lineWithUrl(url: string): string {
  const line = url.replace(/<[^<>]*>/g, '').trim();
  return line === '' ? '' : `\n\n${escapeHtml(line.replaceAll('&amp;', '&'))}\n\n`;
}

/** Early versions have the caption in an attribute, later ones after the image. */
function captionHtml(attribute: string | undefined, inner: string): string {
  const image =
    /(?:<a\s[^<>]{0,2000}>\s{0,20})?<img\s[^<>]{0,4000}>(?:\s{0,20}<\/a>)?/i.exec(inner)?.[0] ?? '';
  const caption = (attribute ?? inner.replace(image, '')).trim();
  return `\n\n<figure>${image}${caption === '' ? '' : `<figcaption>${caption}</figcaption>`}</figure>\n\n`;
}

function galleryHtml(
  { ids, include }: Attributes,
  { attachments, postId, losses, galleries }: TagContext,
): string {
  const listed = (ids ?? include ?? '')
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '');
  if (listed.length === 0)
    galleries.ownImages ??= [...attachments.values()].filter(({ parent }) => parent === postId);
  const images = listed.length > 0 ? listed.map((id) => attachments.get(id)) : (galleries.ownImages ?? []);
  const found: Attachment[] = [];
  for (const image of images) {
    if (!image) continue;
    galleries.charactersLeft -= image.url.length + image.alt.length + image.caption.length + 50;
    if (galleries.charactersLeft < 0) break;
    found.push(image);
  }
  if (found.length < images.length || found.length === 0) losses.add('shortcode.unknown', 'gallery');
  if (found.length === 0) return '';
  const figures = found.map(
    ({ url, alt, caption }) =>
      `<figure><img src="${escapeHtmlAttribute(url)}" alt="${escapeHtmlAttribute(alt)}">${caption === '' ? '' : `<figcaption>${caption}</figcaption>`}</figure>`,
  );
  return `\n\n<figure class="wp-block-gallery">${figures.join('')}</figure>\n\n`;
}

const mediaAttributes = ['src', 'mp4', 'm4v', 'webm', 'ogv', 'mp3', 'm4a', 'ogg', 'wav'];

/** `raw`: also `[audio URL]`. */
function mediaHtml(name: string, attributes: Attributes, raw: string): string {
  const values = mediaAttributes.map((attribute) => attributes[attribute]);
  const listed = values.find((value) => value !== undefined);
  const url = listed ?? /https?:\/\/[^\s|"'<]+/.exec(raw)?.[0] ?? '';
  return url === '' ? '' : `\n\n<${name} src="${escapeHtmlAttribute(url)}"></${name}>\n\n`;
}

function parseAttributes(text: string): Attributes {
  const pairs = text.matchAll(/(?<![\w-])([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))/g);
  return Object.fromEntries([...pairs].map(([, name = '', a, b, c]) => [name.toLowerCase(), a ?? b ?? c]));
}
