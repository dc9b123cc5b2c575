import type { EmbeddedThreadsPost, ThreadsPostImage } from '#content/block-contract.ts';
import { imageUrlPattern } from '#content/image-contract.ts';
import type { HtmlElement, HtmlNode } from '#content/normalize-html.ts';
import { normalizeLine } from '#platform/normalize-text.ts';
import { buildElement, buildText } from '../../html-tree.ts';
import type { CardDefinition } from './card-node.ts';

type Card = Omit<EmbeddedThreadsPost, 'missingImages' | 'lang' | 'date' | 'images'> & {
  lang: string | null;
  date: string | null;
  images: CardImage[];
};
type CardImage = Omit<ThreadsPostImage, 'width' | 'height'> & {
  width: string | number | null;
  height: string | number | null;
};

const creditPattern = /^(?:(.*) \()?@([A-Za-z0-9._]{1,30})\)?$/;

function buildThreadsPost({ url, name, username, date, text, lang, images }: Card): HtmlElement {
  const credit = normalizeLine(name) === '' ? `@${username}` : `${normalizeLine(name)} (@${username})`;
  const time =
    date === null ? [] : [buildText(', '), buildElement('time', { datetime: date }, [buildText(date)])];
  return buildElement('figure', { class: 'threads-post' }, [
    buildElement('blockquote', { lang }, [
      ...buildParagraphs(text),
      ...images.map((image) => buildImage(image, url)),
    ]),
    buildElement('figcaption', {}, [buildLink(url, [buildText(credit)]), ...time]),
  ]);
}

function buildLink(href: string, children: HtmlNode[]): HtmlElement {
  return buildElement('a', { href, rel: 'noopener' }, children);
}

function buildParagraphs(text: string): HtmlElement[] {
  return text.split(/\n\s*\n/).map((paragraph) => {
    const lines = paragraph.split('\n').map(normalizeLine);
    const nodes = lines.flatMap((line) => [buildElement('br'), buildText(line)]).slice(1);
    return buildElement('p', {}, nodes);
  });
}

/** The poster of a video links to the post, where it plays. */
function buildImage({ src, alt, width, height, isVideo }: CardImage, url: string): HtmlElement {
  const image = buildElement('img', { src, alt: normalizeLine(alt), width, height });
  return buildElement('p', {}, [isVideo ? buildLink(url, [image]) : image]);
}

function readThreadsPost(figure: HTMLElement): Card | null {
  const quote = figure.querySelector('blockquote');
  const link = figure.querySelector('figcaption a');
  const [, name = '', username] = creditPattern.exec(link?.textContent ?? '') ?? [];
  const url = link?.getAttribute('href') ?? '';
  if (!quote || username === undefined || !/^https:\/\/(?:www\.)?threads\.(?:com|net)\//.test(url))
    return null;
  const paragraphs = [...quote.children];
  const images = paragraphs.map(readImage).filter((image) => image !== null);
  if (images.some(({ src }) => !imageUrlPattern.test(src))) return null;
  return {
    url,
    name,
    username,
    date: figure.querySelector('figcaption time')?.getAttribute('datetime') ?? null,
    lang: quote.getAttribute('lang'),
    text: paragraphs
      .filter((paragraph) => !paragraph.querySelector('img'))
      .map(readLines)
      .join('\n\n'),
    images,
  };
}

function readLines(paragraph: Element): string {
  return Array.from(paragraph.childNodes, (node) => (node.nodeName === 'BR' ? '\n' : node.textContent)).join(
    '',
  );
}

function readImage(paragraph: Element): CardImage | null {
  const image = paragraph.querySelector('img');
  return (
    image && {
      src: image.getAttribute('src') ?? '',
      alt: image.getAttribute('alt') ?? '',
      width: image.getAttribute('width'),
      height: image.getAttribute('height'),
      isVideo: image.closest('a') !== null,
    }
  );
}

/** A quotation: only its alt texts can be changed. */
export const threadsPostCard: CardDefinition<Card> = {
  name: 'threadsPost',
  kind: 'threads-post',
  label: (t) => t('admin.threads.post'),
  read: readThreadsPost,
  build: buildThreadsPost,
  listFields: (card, t) =>
    card.images.map((image, index) => ({
      label: card.images.length === 1 ? t('admin.text.alt') : `${t('admin.text.alt')} ${index + 1}`,
      value: image.alt,
      change: (alt) => ({ ...card, images: card.images.with(index, { ...image, alt }) }),
    })),
};
