import { findAll } from 'domutils';
import type { MediaItem, MediaSource, MediaType, Rendition } from './contract.ts';
import { type Element, elementsBelow, hasClass, isElement } from './embed-elements.ts';
import { isMediaAddress, promisedFormat } from './media-address.ts';
import { readCacheKeyId } from './read-cache-key.ts';
import { readEncoding } from './read-encoding.ts';

const unitClasses = [
  'MediaScrollImageContainer',
  'SingleInnerMediaContainerVideo',
  'SingleInnerMediaContainer',
];
/** Whatever lies in these is not the post's own media. */
const foreignClasses = [
  'AvatarContainer',
  'QuoteContainer',
  'OuterContainer',
  'OuterContainerFull',
  'LinkAttachmentOuterContainer',
  'LinkAttachmentContainer',
  'LinkAttachmentImage',
];
const mediaTags = ['img', 'video', 'audio'];

/** The media of one block of an embedded card in display order, without what is quoted inside it. */
export function readEmbedMedia(
  block: Element,
  source: MediaSource,
  postId: string,
): { items: MediaItem[]; hasUnread: boolean } {
  const own = elementsBelow(block.children, ...foreignClasses);
  const units = own.filter((one) => isUnit(one) && !hasUnitAbove(one, block));
  const read = units.map((unit, index) =>
    readUnit(unit, source, units.length > 1 ? `${postId}-${index + 1}` : postId),
  );
  const items = read.filter((item) => item !== null);
  const unread = units.filter((unit, index) => read[index] === null && unit.children.some(isElement));
  const loose = own.filter((one) => mediaTags.includes(one.name) && isMediaAddress(sourceOf(one)));
  return { items, hasUnread: unread.length > 0 || (items.length === 0 && loose.length > 0) };
}

function isUnit(element: Element): boolean {
  return hasClass(element, ...unitClasses);
}

function hasUnitAbove(element: Element, block: Element): boolean {
  for (let parent = element.parent; parent !== null && parent !== block; parent = parent.parent) {
    if (isElement(parent) && isUnit(parent)) return true;
  }
  return false;
}

function readUnit(unit: Element, source: MediaSource, spareId: string): MediaItem | null {
  const media = mediaTags.map((name) =>
    findAll((one) => one.name === name, [unit])
      .map(sourceOf)
      .find(isMediaAddress),
  );
  const [image, video, audio] = media;
  const player = findAll((one) => one.name === 'video', [unit])[0];
  const cover = player?.attribs.poster;
  const thumbnailUrl = [cover, image].find(isMediaAddress) ?? null;
  if (video !== undefined) return build('video', video, 'MP4', source, spareId, thumbnailUrl);
  if (audio !== undefined) return build('audio', audio, 'M4A', source, spareId, null);
  // The picture of a video is its cover.
  const isVideo = player !== undefined || hasClass(unit, 'SingleInnerMediaContainerVideo');
  if (image === undefined || isVideo) return null;
  if (isGif(image)) return build('gif', image, 'GIF', source, spareId, null);
  return build('image', image, 'JPG', source, spareId, image);
}

/** By its own extension, or by that of the address a proxied copy names. */
function isGif(address: string): boolean {
  const url = URL.parse(address);
  return [url?.pathname, URL.parse(url?.searchParams.get('url') ?? '')?.pathname].some((path) =>
    path?.endsWith('.gif'),
  );
}

/** Attributes arrive with their entities decoded: `&amp;` left in would break the signature. */
function sourceOf(element: Element): string | undefined {
  const inner = findAll(
    (one) => one.name === 'source' && isMediaAddress(one.attribs.src),
    element.children,
  )[0];
  return inner?.attribs.src ?? element.attribs.src;
}

function build(
  type: MediaType,
  url: string,
  format: string,
  source: MediaSource,
  spareId: string,
  thumbnailUrl: string | null,
): MediaItem {
  const rendition: Rendition = {
    url,
    format: promisedFormat(url, format),
    width: null,
    height: null,
    bytes: null,
  };
  return {
    id: readCacheKeyId(url) ?? spareId,
    type,
    renditions: [rendition],
    durationSeconds: type === 'image' ? null : readEncoding(url).durationSeconds,
    hasAudio: type === 'audio' ? true : type === 'gif' ? false : null,
    alt: null,
    thumbnailUrl,
    source,
  };
}
