import { parseClipUrl } from '#blog/clip-contract.ts';
import { sanitizeUrl } from '#content/link-url.ts';
import { isLocale } from '#i18n/locales.ts';
import type { Translator } from '#i18n/translator.ts';
import { normalizeLine } from '#platform/normalize-text.ts';
import { buildElement, buildText } from '../../html-tree.ts';
import { createDomElement } from '../node-view.ts';
import type { CardDefinition } from './card-node.ts';

interface LinkCard {
  href: string;
  title: string;
}

/** Stored as a link, so that feeds and exports have it too. The page of the post shows more in its place. */
function defineLinkCard({
  rel,
  titleLabel,
  parseHref,
  getDefaultTitle,
  ...definition
}: Pick<CardDefinition<LinkCard>, 'name' | 'kind' | 'label' | 'createPreview'> & {
  rel?: string;
  titleLabel(t: Translator): string;
  /** null if the card can't have this link. */
  parseHref(href: string): string | null;
  /** A link needs a text. */
  getDefaultTitle(href: string): string;
}): CardDefinition<LinkCard> {
  return {
    ...definition,
    read(figure) {
      const link = figure.querySelector('a');
      const href = parseHref(link?.getAttribute('href') ?? '');
      return href === null ? null : { href, title: link?.textContent ?? '' };
    },
    build({ href, title }) {
      const text = buildText(normalizeLine(title) || getDefaultTitle(href));
      return buildElement('figure', { class: definition.kind }, [buildElement('a', { href, rel }, [text])]);
    },
    listFields: (card, t) => [
      { label: titleLabel(t), value: card.title, change: (title) => ({ ...card, title }) },
    ],
  };
}

export const linkCards = [
  /** A link to the home page in the language of the article, which the page of the post makes a form. */
  defineLinkCard({
    name: 'downloadField',
    kind: 'download-field',
    label: (t) => t('admin.text.download_field'),
    titleLabel: (t) => t('admin.text.download_label'),
    parseHref(href) {
      const [, locale] = /^\/([a-z]{2})?$/.exec(href) ?? [null, 'none'];
      return locale === undefined || isLocale(locale) ? href : null;
    },
    getDefaultTitle: () => '…',
  }),
  /** `parseVideoLink` says whether its page plays in the post. */
  defineLinkCard({
    name: 'embed',
    kind: 'embed',
    label: (t) => t('admin.text.embed'),
    titleLabel: (t) => t('admin.text.embed_title'),
    rel: 'noopener',
    parseHref: parseEmbedUrl,
    getDefaultTitle: (href) => new URL(href).host,
  }),
  /** A stored video or audio file. */
  defineLinkCard({
    name: 'clip',
    kind: 'clip',
    label: (t) => t('admin.text.clip'),
    titleLabel: (t) => t('admin.text.embed_title'),
    parseHref: (href) => (parseClipUrl(href) === null ? null : href),
    getDefaultTitle: (href) => href.replace(/^.*\//, ''),
    createPreview({ href, title }) {
      const player = createDomElement(parseClipUrl(href)?.element ?? 'audio', {
        src: href,
        controls: '',
        preload: 'metadata',
        'aria-label': title,
      });
      const figure = createDomElement('figure', { class: 'clip' });
      figure.append(player);
      return figure;
    },
  }),
];

/** null unless it is an https URL. Without a scheme, https is assumed. */
export function parseEmbedUrl(input: string): string | null {
  const trimmed = input.trim();
  const url = sanitizeUrl(/^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`);
  return url?.startsWith('https://') && new URL(url).hostname.includes('.') ? url : null;
}
