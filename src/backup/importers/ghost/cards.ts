import { marked } from 'marked';
import { escapeHtml, escapeHtmlAttribute } from '#platform/escape-html.ts';
import type { Losses } from '../foreign-site.ts';

type Fields = Record<string, unknown>;

const names = new Map([
  ['card-markdown', 'markdown'],
  ['codeblock', 'code'],
  ['horizontalrule', 'hr'],
  ['embed-card', 'embed'],
]);

/** Lost without a trace on the page: they are for mails, or mark where the public part ends. */
const silentCards = new Set(['email', 'email-cta', 'paywall', 'zwnj']);

/** A card of a Lexical or Mobiledoc document, as HTML that `convertHtml` reads. */
export function renderCard(type: string, card: Fields, losses: Losses): string {
  const name = names.get(type) ?? type;
  const render = Object.hasOwn(cards, name) ? cards[name] : undefined;
  if (render) return render(card);
  if (!silentCards.has(type)) losses.add('block.unknown', type);
  return '';
}

const cards: Record<string, (card: Fields) => string> = {
  image: (card) => renderImage(card),
  gallery: ({ images, caption }) => {
    const items = (Array.isArray(images) ? images : []).map((image) => renderImage(toFields(image)));
    return `<figure class="kg-gallery-card">${items.join('')}${renderCaption(caption)}</figure>`;
  },
  html: ({ html }) => text(html),
  markdown: ({ markdown }) => markdownToHtml(text(markdown)),
  hr: () => '<hr>',
  code: ({ code, language }) => {
    const name = /^[a-z0-9+#-]{1,40}$/i.test(text(language))
      ? ` class="language-${text(language).toLowerCase()}"`
      : '';
    return `<pre><code${name}>${escapeHtml(text(code))}</code></pre>`;
  },
  embed: ({ html, url, caption }) =>
    `<figure class="kg-embed-card">${text(html) || renderLink(text(url), text(url))}${renderCaption(caption)}</figure>`,
  bookmark: ({ url, metadata, caption }) => {
    const title = text(toFields(metadata).title);
    return `<figure class="kg-bookmark-card">${renderLink(text(url), title)}${renderCaption(caption)}</figure>`;
  },
  callout: ({ calloutEmoji, calloutText }) =>
    `<aside class="callout-note"><p>${escapeHtml(text(calloutEmoji))} ${text(calloutText)}</p></aside>`,
  toggle: ({ heading, content }) => `<details><summary>${text(heading)}</summary>${text(content)}</details>`,
  button: ({ buttonUrl, buttonText }) =>
    `<p><a class="button" href="${escapeHtmlAttribute(text(buttonUrl))}">${escapeHtml(text(buttonText))}</a></p>`,
  video: ({ src, caption }) => `<video src="${escapeHtmlAttribute(text(src))}"></video>${paragraph(caption)}`,
  audio: ({ src, title }) =>
    `<audio src="${escapeHtmlAttribute(text(src))}" title="${escapeHtmlAttribute(text(title))}"></audio>`,
  file: ({ src, fileTitle, fileName }) =>
    `<div class="kg-file-card"><a href="${escapeHtmlAttribute(text(src))}">${escapeHtml(text(fileTitle) || text(fileName))}</a></div>`,
};

export function markdownToHtml(markdown: string): string {
  return marked.parse(markdown, { async: false, gfm: true });
}

function renderImage({ src, alt, caption, cardWidth }: Fields): string {
  const width = /^(?:wide|full)$/.test(text(cardWidth)) ? ` kg-width-${text(cardWidth)}` : '';
  const image = `<img src="${escapeHtmlAttribute(text(src))}" alt="${escapeHtmlAttribute(text(alt))}">`;
  return `<figure class="kg-image-card${width}">${image}${renderCaption(caption)}</figure>`;
}

function renderCaption(caption: unknown): string {
  return text(caption) === '' ? '' : `<figcaption>${text(caption)}</figcaption>`;
}

function paragraph(html: unknown): string {
  return text(html) === '' ? '' : `<p>${text(html)}</p>`;
}

function renderLink(url: string, title: string): string {
  return `<a href="${escapeHtmlAttribute(url)}">${escapeHtml(title || url)}</a>`;
}

function toFields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
