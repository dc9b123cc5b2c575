import { escapeHtml, escapeHtmlAttribute } from '#platform/escape-html.ts';
import { escapeLineStart, escapeMarkdown, escapeMarkdownUrl } from '#platform/escape-markdown.ts';
import { normalizeText } from '#platform/normalize-text.ts';
import {
  type DocumentMedia,
  type DocumentPost,
  type DocumentSection,
  listSections,
} from './document-sections.ts';
import { styleElements, type TextPart, type TextSection } from './formatted-text.ts';
import { formatMarkdownText } from './post-markdown.ts';

/** The words of a post or a whole thread. Without words of ours, so that it suits every language. */
export const postDocumentFormats = {
  txt: { type: 'text/plain', format: formatPostText },
  md: { type: 'text/markdown', format: formatPostMarkdown },
  html: { type: 'text/html', format: formatPostHtml },
} as const;

export type PostDocumentFormat = keyof typeof postDocumentFormats;

/** Like `ALT:`, in any language. */
const spoilerLabel = 'SPOILER';

/** What is hidden, in documents that cannot cover it. */
function markSpoilers(sections: readonly TextSection[]): TextPart[] {
  const mark = (text: string): TextPart => ({ text, styles: [], link: null });
  return sections.flatMap(({ isSpoiler, parts }) =>
    isSpoiler ? [mark(`[${spoilerLabel}]`), ...parts, mark(`[/${spoilerLabel}]`)] : parts,
  );
}

function formatPostText(post: DocumentPost, media: readonly DocumentMedia[]): string {
  const byline = formatByline(post);
  const blocks = listSections(post, media).flatMap(
    ({ place, isGap, publishedAt, url, text, linksTo, media }) => [
      isGap ? place : [byline, publishedAt, url].join('\n'),
      markSpoilers(text).map(formatPlainPart).join(''),
      linksTo,
      ...media.map(({ name, alt, isSpoiler }) =>
        [name, isSpoiler && spoilerLabel, markAlt(alt)].filter(Boolean).join('\n'),
      ),
    ],
  );
  return `${blocks.filter(Boolean).join('\n\n')}\n`;
}

function formatPlainPart({ text, link }: TextPart): string {
  const toWords = (url: string) => url.replace(/^https?:\/\/(?:www\.)?|\/$/gi, '');
  const isShown = link === null || text.startsWith('@') || toWords(text) === toWords(link);
  return isShown ? text : `${text} <${link}>`;
}

function formatPostMarkdown(post: DocumentPost, media: readonly DocumentMedia[]): string {
  const blocks = listSections(post, media).flatMap(
    ({ place, isGap, publishedAt, url, text, linksTo, media }) => [
      [place && `## ${place}`, !isGap && markdownLink(formatTime(publishedAt), url)]
        .filter(Boolean)
        .join('\n\n'),
      formatMarkdownText(markSpoilers(text)),
      linksTo && `<${escapeMarkdownUrl(linksTo)}>`,
      ...media.map((item) => formatMarkdownMedia(item, url)),
    ],
  );
  return `${[`# ${escapeMarkdown(formatByline(post))}`, ...blocks].filter(Boolean).join('\n\n')}\n`;
}

/** A hidden image is a link. */
function formatMarkdownMedia(
  { name, alt, isBeside, isSpoiler, ...item }: DocumentMedia,
  postUrl: string,
): string {
  const description = toLine(alt ?? '');
  const url = isBeside ? encodeURIComponent(name) : postUrl;
  const isShown = isBeside && !isSpoiler && mediaElement({ ...item, name }) === 'img';
  if (isShown) return `!${markdownLink(description, url)}`;
  const label = isSpoiler ? `${spoilerLabel}: ${name}` : name;
  return [markdownLink(label, url), escapeLineStart(escapeMarkdown(markAlt(description)))]
    .filter(Boolean)
    .join('\n\n');
}

function markdownLink(text: string, url: string): string {
  const label = escapeMarkdown(toLine(text));
  return url ? `[${label}](${escapeMarkdownUrl(url)})` : escapeLineStart(label);
}

function formatPostHtml(post: DocumentPost, media: readonly DocumentMedia[]): string {
  const { name, username } = post.author;
  return `<!doctype html>
<html lang="">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta http-equiv="Content-Security-Policy" content="script-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'">
<title>${escapeHtml(formatByline(post))}</title>
<style>${documentStyles}</style>
</head>
<body>
<header><h1>${name && `<bdi>${escapeHtml(toLine(name))}</bdi> `}<bdi>@${escapeHtml(toLine(username))}</bdi></h1></header>
<main>
${listSections(post, media).map(formatHtmlSection).join('\n')}
</main>
</body>
</html>
`;
}

const documentStyles = `
:root{color-scheme:light dark;--line:#ddd6ce;--muted:#655c55;--link:#a52c12;background:#fbfaf8;color:#1f1a17}
@media screen and (prefers-color-scheme:dark){:root{--line:#38312c;--muted:#b3a79d;--link:#ffa88e;background:#161311;color:#f5f0eb}}
body{margin:0 auto;padding:1.5rem 1rem;max-width:40rem;font:1.0625rem/1.6 system-ui,sans-serif;overflow-wrap:anywhere}
h1{font-size:1.375rem}
article{border-top:1px solid var(--line);padding:1rem 0}
h2,p{margin:0 0 .75rem;font-size:1rem}
h2{color:var(--muted);font-weight:400}
a{color:var(--link)}
.text{white-space:pre-wrap;unicode-bidi:plaintext}
.spoiler{background:var(--line);border-radius:.25rem;cursor:pointer}
.spoiler :not(:checked)+span{visibility:hidden}
summary{cursor:pointer}
figure{margin:1rem 0;break-inside:avoid}
img,video{display:block;max-width:100%;max-height:90vh;height:auto;border-radius:.75rem}
figcaption{color:var(--muted);font-size:.875rem}
@media print{h2{break-after:avoid}}
`;

function formatHtmlSection({
  place,
  isGap,
  publishedAt,
  url,
  text,
  linksTo,
  media,
}: DocumentSection): string {
  const time = formatTime(publishedAt);
  const heading = `<time datetime="${escapeHtmlAttribute(publishedAt)}">${escapeHtml(time)}</time>`;
  const lines = [
    isGap ? place && `<h2>${place}</h2>` : `<h2>${place ? `${place} · ` : ''}${htmlLink(url, heading)}</h2>`,
    text.length > 0 && `<p class="text" dir="auto">${text.map(formatHtmlText).join('')}</p>`,
    linksTo && `<p>${htmlLink(linksTo, escapeHtml(linksTo))}</p>`,
    ...media.map((item) => formatHtmlMedia(item, url)),
  ];
  return `<article>\n${lines.filter(Boolean).join('\n')}\n</article>`;
}

const htmlLink = (url: string, content: string, direction: 'ltr' | 'auto' = 'ltr') =>
  url
    ? `<a href="${escapeHtmlAttribute(url)}" rel="noreferrer nofollow" dir="${direction}">${content}</a>`
    : content;

function formatHtmlPart({ text, link, styles }: TextPart): string {
  const content = escapeHtml(text);
  return styleElements.reduce(
    (html, [style, element]) => (styles.includes(style) ? `<${element}>${html}</${element}>` : html),
    link === null ? content : htmlLink(link, content, text === link ? 'ltr' : 'auto'),
  );
}

/** Hidden text is shown by its checkbox, so that it needs no script. */
function formatHtmlText({ isSpoiler, parts }: TextSection): string {
  const text = parts.map(formatHtmlPart).join('');
  if (!isSpoiler) return text;
  const checkbox = `<input type="checkbox" autocomplete="off" aria-label="${spoilerLabel}">`;
  return `<label class="spoiler">${checkbox}<span>${text}</span></label>`;
}

function formatHtmlMedia(item: DocumentMedia, postUrl: string): string {
  const media = formatVisibleMedia(item, postUrl);
  const label = `${spoilerLabel}: ${escapeHtml(item.name)}`;
  return item.isSpoiler ? `<details><summary>${label}</summary>${media}</details>` : media;
}

function formatVisibleMedia(item: DocumentMedia, postUrl: string): string {
  const name = escapeHtml(item.name);
  const alt = toLine(item.alt ?? '');
  if (!item.isBeside) {
    const description = alt && `<br><span dir="auto">${escapeHtml(markAlt(alt))}</span>`;
    return `<p>${htmlLink(postUrl, name)}${description}</p>`;
  }
  const src = escapeHtmlAttribute(encodeURIComponent(item.name));
  const label = escapeHtmlAttribute(alt);
  const element = mediaElement(item);
  const player = `<${element} controls preload="metadata" src="${src}" aria-label="${label || escapeHtmlAttribute(item.name)}"></${element}>`;
  const shown = element === 'img' ? `<img src="${src}" alt="${label}" loading="lazy">` : player;
  return `<figure>${shown}<figcaption><a href="${src}" dir="ltr">${name}</a></figcaption></figure>`;
}

/** Threads sends some GIFs as videos. */
function mediaElement({ type, name }: Pick<DocumentMedia, 'type' | 'name'>): 'img' | 'video' | 'audio' {
  if (type === 'audio') return 'audio';
  return type === 'video' || (type === 'gif' && /\.mp4$/i.test(name)) ? 'video' : 'img';
}

/** In any language, and no part of the post's words. */
function markAlt(alt: string | null): string {
  const description = toLine(alt ?? '');
  return description && `ALT: ${description}`;
}

function formatByline({ author: { name, username } }: DocumentPost): string {
  return [toLine(name), `@${toLine(username)}`].filter(Boolean).join(' ');
}

/** The same everywhere, such as `2026-10-02 07:30 UTC`. */
function formatTime(iso: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return '–';
  return `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

const bidiControls = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Would reorder what follows in its line. In a paragraph of their own, such characters stay. */
const toLine = (text: string) => normalizeText(text).replace(bidiControls, '').replace(/\s+/g, ' ').trim();
