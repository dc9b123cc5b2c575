import { findAll } from 'domutils';
import type { MediaItem, MediaSource, MediaType } from '../contract.ts';
import { formatFromUrl, isMediaUrl, parseCacheKeyId, parseEfgParams } from '../parse/cdn-url.ts';

export type EmbedElement = ReturnType<typeof findAll>[number];

export function isEmbedElement(node: object): node is EmbedElement {
  return 'attribs' in node;
}

/** Compares whole class names, because `LinkAttachmentOuterContainer` ends with `OuterContainer`. */
export function hasClass(element: EmbedElement, ...names: string[]): boolean {
  const classes = (element.attribs.class ?? '').split(/\s+/);
  return names.some((name) => classes.includes(name));
}

export function hasAncestor(
  element: EmbedElement,
  matches: (parent: EmbedElement) => boolean,
  root: EmbedElement | null = null,
): boolean {
  for (let parent = element.parent; parent !== null && parent !== root; parent = parent.parent) {
    if (isEmbedElement(parent) && matches(parent)) return true;
  }
  return false;
}

export function descendantElements(nodes: readonly object[], ...excludedClasses: string[]): EmbedElement[] {
  const descendants: EmbedElement[] = [];
  const stack = nodes.filter(isEmbedElement).reverse();
  for (let element = stack.pop(); element !== undefined; element = stack.pop()) {
    if (hasClass(element, ...excludedClasses)) continue;
    descendants.push(element);
    stack.push(...element.children.filter(isEmbedElement).reverse());
  }
  return descendants;
}

const unitClasses = [
  'MediaScrollImageContainer',
  'SingleInnerMediaContainerVideo',
  'SingleInnerMediaContainer',
];
const excludedClasses = [
  'AvatarContainer',
  'QuoteContainer',
  'OuterContainer',
  'OuterContainerFull',
  'LinkAttachmentOuterContainer',
  'LinkAttachmentContainer',
  'LinkAttachmentImage',
];
const mediaTags = ['img', 'video', 'audio'];

export function parseEmbedMedia(
  block: EmbedElement,
  source: MediaSource,
  postId: string,
): { items: MediaItem[]; hasUnparsed: boolean } {
  const elements = descendantElements(block.children, ...excludedClasses);
  const isUnit = (element: EmbedElement) => hasClass(element, ...unitClasses);
  const units = elements.filter((element) => isUnit(element) && !hasAncestor(element, isUnit, block));
  const parsed = units.map((unit, index) =>
    parseUnit(unit, source, units.length > 1 ? `${postId}-${index + 1}` : postId),
  );
  const items = parsed.filter((item) => item !== null);
  const unparsed = units.filter(
    (unit, index) => parsed[index] === null && unit.children.some(isEmbedElement),
  );
  const looseMedia = elements.filter(
    (element) => mediaTags.includes(element.name) && isMediaUrl(getSourceUrl(element)),
  );
  return { items, hasUnparsed: unparsed.length > 0 || (items.length === 0 && looseMedia.length > 0) };
}

function parseUnit(unit: EmbedElement, source: MediaSource, fallbackId: string): MediaItem | null {
  const media = mediaTags.map((name) =>
    findAll((element) => element.name === name, [unit])
      .map(getSourceUrl)
      .find(isMediaUrl),
  );
  const [image, video, audio] = media;
  const player = findAll((element) => element.name === 'video', [unit])[0];
  const cover = player?.attribs.poster;
  const thumbnailUrl = [cover, image].find(isMediaUrl) ?? null;
  if (video !== undefined) return createItem('video', video, 'MP4', source, fallbackId, thumbnailUrl);
  if (audio !== undefined) return createItem('audio', audio, 'M4A', source, fallbackId, null);
  const isVideo = player !== undefined || hasClass(unit, 'SingleInnerMediaContainerVideo');
  if (image === undefined || isVideo) return null;
  if (isGif(image)) return createItem('gif', image, 'GIF', source, fallbackId, null);
  return createItem('image', image, 'JPG', source, fallbackId, image);
}

function isGif(imageUrl: string): boolean {
  const url = URL.parse(imageUrl);
  return [url?.pathname, URL.parse(url?.searchParams.get('url') ?? '')?.pathname].some((path) =>
    path?.endsWith('.gif'),
  );
}

/** The parser has decoded entities; a leftover `&amp;` would break the signature. */
function getSourceUrl(element: EmbedElement): string | undefined {
  const inner = findAll(
    (child) => child.name === 'source' && isMediaUrl(child.attribs.src),
    element.children,
  )[0];
  return inner?.attribs.src ?? element.attribs.src;
}

function createItem(
  type: MediaType,
  url: string,
  format: string,
  source: MediaSource,
  fallbackId: string,
  thumbnailUrl: string | null,
): MediaItem {
  return {
    id: parseCacheKeyId(url) ?? fallbackId,
    type,
    renditions: [{ url, format: formatFromUrl(url, format), width: null, height: null, bytes: null }],
    durationSeconds: type === 'image' ? null : parseEfgParams(url).durationSeconds,
    hasAudio: type === 'audio' ? true : type === 'gif' ? false : null,
    alt: null,
    thumbnailUrl,
    source,
  };
}
