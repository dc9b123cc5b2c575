import { parseClipUrl } from '#blog/clip-contract.ts';
import { parseVideoLink, playerOrigins } from '#blog/embed-contract.ts';
import { formatDate } from '#i18n/format-date.ts';
import { localizedPath } from '#i18n/localized-path.ts';
import type { Translator } from '#i18n/translator.ts';
import { escapeHtml, escapeHtmlAttribute } from '#platform/escape-html.ts';

/** In sanitized HTML, where a figure with another content stays as it is. */
const embedPattern = /(<figure class="embed")((?: [^<>]*)?><a href="([^"<>]*)"[^<>]*>[^<]*<\/a>)/g;
const clipPattern =
  /(<figure class="clip"(?: [^<>]*)?>)<a href="([^"<>]*)"[^<>]*>([^<]*)<\/a>(?=<\/figure>)/g;
const downloadPattern =
  /(<figure class="download-field"(?: [^<>]*)?>)<a href="[^"<>]*">([^<]*)<\/a>(?=<\/figure>)/g;
const creditPattern = /(<figcaption><a [^>]*>[^<]*<\/a>, <time datetime=")(\d{4}-\d\d-\d\d)">\2(?=<\/time>)/g;

/** Adds what depends on the language of the page: forms for download fields, notes for cards, dates. `html` must be sanitized. */
export function renderFigures(html: string, t: Translator): string {
  let count = 0;
  return html
    .replace(embedPattern, (_, start: string, link: string, href: string) => {
      const url = unescapeUrl(href);
      const video = parseVideoLink(url);
      const player = video ? ` data-player="${escapeHtmlAttribute(video.playerUrl)}"` : '';
      const provider = video?.provider ?? (URL.parse(url)?.host.replace(/^www\./, '') || url);
      return `${start}${player}${link}<p>${escapeHtml(t('blog.still.embed_note', { provider }))}</p>`;
    })
    .replace(clipPattern, (link: string, start: string, href: string, title: string) => {
      const clip = parseClipUrl(href);
      return clip ? start + renderPlayer(clip.element, href, title) : link;
    })
    .replace(downloadPattern, (_, start: string, label: string) => {
      count += 1;
      return start + renderDownloadForm(`download-field-${count}`, label, t);
    })
    .replace(
      creditPattern,
      (_, start: string, date: string) => `${start}${date}">${formatDate(t.locale, date)}`,
    );
}

/** `title` is escaped already. Without support for the format, browsers show the link. */
function renderPlayer(element: 'video' | 'audio', src: string, title: string): string {
  const label = title.replaceAll('"', '&quot;');
  const fallback = `<a href="${src}">${title}</a>`;
  return (
    `<${element} src="${src}" controls preload="metadata"${element === 'video' ? ' playsinline' : ''} aria-label="${label}">${fallback}</${element}>` +
    `<figcaption>${title}</figcaption>`
  );
}

/** A form of the home page, so that the link is in no URL. */
function renderDownloadForm(id: string, label: string, t: Translator): string {
  const attributes = {
    id,
    name: 'link',
    type: 'url',
    inputmode: 'url',
    autocomplete: 'off',
    spellcheck: 'false',
    enterkeyhint: 'go',
    placeholder: t('form.placeholder'),
  };
  const field = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeHtmlAttribute(value)}"`);
  const action = `${localizedPath(t.locale, '/')}#downloader`;
  return (
    `<form method="post" action="${action}" novalidate><label for="${id}">${label}</label>` +
    `<div><input${field.join('')}><button name="intent" value="extract">${escapeHtml(t('form.submit'))}</button></div></form>`
  );
}

/** What the page may frame once a reader opens a video. */
export function listPlayerOrigins(html: string): string[] {
  const providers = [...html.matchAll(embedPattern)].map(
    ([, , , href = '']) => parseVideoLink(unescapeUrl(href))?.provider,
  );
  return [...new Set(providers)].flatMap((provider) => (provider ? [playerOrigins[provider]] : []));
}

function unescapeUrl(href: string): string {
  return href.replaceAll('&amp;', '&');
}
