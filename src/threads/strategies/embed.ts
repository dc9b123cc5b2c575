import { findAll, textContent } from 'domutils';
import { parseDocument } from 'htmlparser2';
import type { MediaItem, MediaSource, MediaType, RequestProfile } from '../contract.ts';
import { formatFromUrl, isMediaUrl, parseCacheKeyId, parseEfgParams } from '../parse/cdn-url.ts';
import { ensureUniqueIds, type MediaCollection } from '../parse/media-items.ts';
import { idToCreationMs, isSamePost, shortcodeToId } from '../parse/shortcode.ts';
import { parsePostPath, parseUsername, threadsOrigin, unwrapRedirectUrl } from '../post-links.ts';
import { foundPost, foundWithoutMedia, type Outcome, parseError } from '../request/outcome.ts';
import { headersForEmbed } from '../request/profiles.ts';
import {
  type PostTarget,
  type RequestSession,
  requestPostPage,
  threadsPostPath,
} from '../request/session.ts';
import {
  descendantElements,
  type EmbedElement,
  hasClass,
  isEmbedElement,
  outermostElements,
} from './embed-elements.ts';
import { scanTags } from './meta-tags.ts';
import { detectPrivateAccount, parsePostFromHtml } from './post-page.ts';

type EmbedNode = ReturnType<typeof parseDocument>['children'][number];

const postClasses = ['OuterContainer', 'OuterContainerFull'];
/** A quoted post has the class of a full post too (autumn 2026). */
const quoteClasses = ['QuoteContainer', 'QuotePostContainer', 'OuterContainerQuotePost'];
/** Their links don't lead to the author (autumn 2026). */
const headerClasses = ['TopicTagWrapper', 'RepliedToText'];

export async function fetchEmbed(
  session: RequestSession,
  target: PostTarget,
  profile: RequestProfile,
): Promise<Outcome> {
  const path = `${threadsPostPath(target)}/embed`;
  const { result } = await requestPostPage(session, path, headersForEmbed(profile), target);
  // An embed can be missing for other reasons. Only the post page proves that a post is gone.
  if ('kind' in result) return result.kind === 'gone' ? { kind: 'inapplicable' } : result;
  if (!isEmbedPage(result.text)) return parsePostFromHtml(result.text, target);
  const outcome = parseEmbed(result.text, target);
  return outcome.kind === 'gone' ? detectPrivateAccount(session, target.username, profile, outcome) : outcome;
}

export function isEmbedPage(html: string): boolean {
  return (
    /class="[^"]{0,400}\b(?:OuterContainer(?:Full)?|EmbedError)\b/.test(html) ||
    html.includes('EmbedContainer')
  );
}

export function parseEmbed(html: string, target: PostTarget): Outcome {
  if (!scanTags(html))
    return { kind: 'unrecognized', cause: new Error('embed: too many or too deeply nested elements') };
  const document = parseDocument(html);
  const block = findEmbedBlock(document.children, target);
  if (block === null) return classifyEmptyEmbed(document.children, 'no block for this post');
  const username = parseHandle(block) ?? target.username;
  const body = findByClass(block, 'BodyTextContainer');
  const text = body === undefined ? '' : textContent(body).trim().slice(0, 20_000);
  const id = shortcodeToId(target.code);
  if (username === null || id === null) return parseError('embed: no author');
  const { code } = target;
  const { items, hasUnparsed, hasWithheldGif } = parseItems(block, { kind: 'own', username, code }, id);
  const post = {
    code,
    url: threadsOrigin + threadsPostPath({ code, username }),
    author: { username, name: '' },
    text,
    publishedAt: new Date(idToCreationMs(id)).toISOString(),
    linksTo: parseLinkAttachment(block),
    items: ensureUniqueIds(items),
    ...(hasWithheldGif && { withheld: ['gif' as const] }),
  };
  if (items.length > 0) return foundPost(post, hasUnparsed);
  if (hasUnparsed) return parseError('embed: unknown media format');
  if (text === '' && post.linksTo === null && !hasWithheldGif) return classifyEmptyEmbed([block], emptyBlock);
  return foundWithoutMedia(post);
}

const emptyBlock = 'empty block';

/** The notice counts only in place of a post, because captions and quotes can contain the same text. */
function classifyEmptyEmbed(nodes: EmbedNode[], reason: string): Outcome {
  const isOtherPost = reason !== emptyBlock && linkedShortcodes(nodes).length > 0;
  const isUnavailable =
    !isOtherPost &&
    (descendantElements(nodes).some((element) => hasClass(element, 'EmbedError')) ||
      /Thread not available/i.test(textContent(nodes).slice(0, 200_000)));
  if (isUnavailable) return { kind: 'gone', cause: new Error('embed: not available') };
  return { kind: 'not_found', cause: new Error(`embed: ${reason}`) };
}

interface EmbedMedia extends MediaCollection {
  hasWithheldGif: boolean;
}

function parseItems(block: EmbedElement, source: MediaSource, id: string): EmbedMedia {
  const quotes = outermostElements(block.children, isQuote);
  const own = parseEmbedMedia(block, source, id);
  const collections = [own, ...quotes.map((quote) => parseQuote(quote, `${id}-quoted`))];
  return {
    items: collections.flatMap(({ items }) => items),
    hasUnparsed: collections.some(({ hasUnparsed }) => hasUnparsed),
    hasWithheldGif: own.hasWithheldGif,
  };
}

function isPost(element: EmbedElement): boolean {
  return hasClass(element, ...postClasses);
}

function isQuote(element: EmbedElement): boolean {
  return hasClass(element, ...quoteClasses);
}

function parseQuote(quote: EmbedElement, id: string): MediaCollection {
  const post = descendantElements(quote.children).find(isPost) ?? quote;
  const code = linkedShortcodes(post.children)[0] ?? null;
  return parseEmbedMedia(post, { kind: 'quoted', username: parseHandle(post) ?? '', code }, id);
}

function parseLinkAttachment(block: EmbedElement): string | null {
  const attachment = findByClass(block, 'LinkAttachmentOuterContainer');
  const elements = attachment === undefined ? [] : descendantElements([attachment]);
  const link = elements.find((element) => element.name === 'a');
  return unwrapRedirectUrl(link?.attribs.href ?? '');
}

function findByClass(block: EmbedElement, ...names: string[]): EmbedElement | undefined {
  const descendants = descendantElements(block.children, ...quoteClasses, ...headerClasses);
  return descendants.find((element) => hasClass(element, ...names));
}

/** Links in captions and quotes don't identify the post, so they're skipped. */
function linkedShortcodes(nodes: readonly object[]): string[] {
  return descendantElements(nodes, ...quoteClasses, 'BodyTextContainer')
    .filter((element) => element.name === 'a')
    .map((element) => parsePostPath(URL.parse(element.attribs.href ?? '', threadsOrigin)?.pathname ?? ''))
    .map((link) => (link?.kind === 'post' ? link.code : null))
    .filter((code) => code !== null);
}

function parseHandle(block: EmbedElement): string | null {
  const header = findByClass(block, 'HeaderLink', 'NameContainer');
  if (header === undefined) return null;
  const path = URL.parse(header.attribs.href ?? '', threadsOrigin)?.pathname.replace('%40', '@') ?? '';
  return parseUsername(/^\/@([^/]+)/.exec(path)?.[1] ?? textContent(header).trim().replace(/^@/, ''));
}

const maxBlocks = 100;

/** The embed of a reply starts with its parents, so class, link or account must identify the block. */
function findEmbedBlock(nodes: EmbedNode[], target: PostTarget): EmbedElement | null {
  const blocks = outermostElements(nodes, isPost, ...quoteClasses);
  const isTarget = (code: string) => isSamePost(code, target.code);
  const linkedCodes = linkedShortcodes(nodes);
  const isTargetLinked = linkedCodes.some(isTarget);
  if (blocks.length > maxBlocks || (linkedCodes.length > 0 && !isTargetLinked)) return null;
  const linksToTarget = (element: EmbedElement) => linkedShortcodes([element]).some(isTarget);
  const hasTargetHandle = (element: EmbedElement) =>
    parseHandle(element)?.toLowerCase() === target.username?.toLowerCase();
  const fullBlocks = blocks.filter((element) => hasClass(element, 'OuterContainerFull'));
  const block =
    getSingle(fullBlocks) ??
    getSingle(blocks.filter(linksToTarget)) ??
    getSingle(blocks) ??
    getSingle(blocks.filter(hasTargetHandle));
  if (block === null) return null;
  if (isTargetLinked) return linksToTarget(block) || linkedShortcodes([block]).length === 0 ? block : null;
  return target.username !== null && hasTargetHandle(block) ? block : null;
}

function getSingle<T>(list: readonly T[]): T | null {
  return list.length === 1 ? (list[0] ?? null) : null;
}

/** In quoted posts, their names end with `Quote` or `QuotePost` (autumn 2026). */
const withQuotes = (name: string) => [name, `${name}Quote`, `${name}QuotePost`];
const videoClasses = withQuotes('SingleInnerMediaContainerVideo');
const innerUnitClasses = [
  ...withQuotes('MediaScrollImageContainer'),
  ...videoClasses,
  ...withQuotes('SingleInnerMediaContainer'),
];
const soloClasses = withQuotes('SoloMediaContainer');
const excludedClasses = [
  'AvatarContainer',
  ...quoteClasses,
  ...postClasses,
  'LinkAttachmentOuterContainer',
  'LinkAttachmentContainer',
  'LinkAttachmentImage',
];
const mediaTags = ['img', 'video', 'audio'];

/** Every class that this file reads. */
export const embedClasses: readonly string[] = [
  ...innerUnitClasses,
  ...soloClasses,
  ...excludedClasses,
  ...headerClasses,
  ...['BodyTextContainer', 'HeaderLink', 'NameContainer', 'EmbedContainer', 'EmbedError'],
];

function parseEmbedMedia(block: EmbedElement, source: MediaSource, postId: string): EmbedMedia {
  const elements = descendantElements(block.children, ...excludedClasses);
  const allUnits = findUnits(block);
  const units = outermostElements(block.children, (element) => allUnits.has(element), ...excludedClasses);
  const parsed = units.map((unit, index) =>
    parseUnit(unit, source, units.length > 1 ? `${postId}-${index + 1}` : postId),
  );
  const items = parsed.filter((item) => item !== null);
  const empty = units.filter((_, index) => parsed[index] === null);
  const unparsed = empty.filter((unit) => unit.children.some(isEmbedElement) && !isWithheldGif(unit));
  const looseMedia = elements.filter(
    (element) => mediaTags.includes(element.name) && isMediaUrl(getSourceUrl(element)),
  );
  return {
    items,
    hasUnparsed: unparsed.length > 0 || (items.length === 0 && looseMedia.length > 0),
    hasWithheldGif: empty.some(isWithheldGif),
  };
}

/** Threads puts an image of its own in place of the GIF, as in the data of a page (autumn 2026). */
function isWithheldGif(unit: EmbedElement): boolean {
  const [first, ...others] = findAll((element) => mediaTags.includes(element.name), unit.children);
  const path = URL.parse(first?.attribs.src ?? '')?.pathname ?? '';
  return first?.name === 'img' && others.length === 0 && path.endsWith('.gif');
}

/** A solo container is a unit only without another one in it. Linear, however deeply they are nested. */
function findUnits(block: EmbedElement): Set<EmbedElement> {
  const elements = descendantElements(block.children);
  const innerUnits = elements.filter((element) => hasClass(element, ...innerUnitClasses));
  const outer = new Set<object>();
  for (const unit of innerUnits) {
    for (let parent = unit.parent; parent !== null && !outer.has(parent); parent = parent.parent)
      outer.add(parent);
  }
  const isSolo = (element: EmbedElement) => hasClass(element, ...soloClasses) && !outer.has(element);
  return new Set([...innerUnits, ...elements.filter(isSolo)]);
}

function parseUnit(unit: EmbedElement, source: MediaSource, fallbackId: string): MediaItem | null {
  const [image, video, audio] = mediaTags.map((name) =>
    findAll((element) => element.name === name, [unit])
      .map(getSourceUrl)
      .find(isMediaUrl),
  );
  const player = findAll((element) => element.name === 'video', [unit])[0];
  const createItem = (type: MediaType, url: string, format: string, cover?: string): MediaItem => ({
    id: parseCacheKeyId(url) ?? fallbackId,
    type,
    renditions: [{ url, format: formatFromUrl(url, format), width: null, height: null, bytes: null }],
    durationSeconds: type === 'image' ? null : parseEfgParams(url).durationSeconds,
    hasAudio: { video: null, image: null, gif: false, audio: true }[type],
    alt: null,
    thumbnailUrl: cover ?? null,
    source,
  });
  if (video !== undefined)
    return createItem('video', video, 'MP4', [player?.attribs.poster, image].find(isMediaUrl));
  if (audio !== undefined) return createItem('audio', audio, 'M4A');
  const isVideo = player !== undefined || hasClass(unit, ...videoClasses);
  if (image === undefined || isVideo) return null;
  return isGif(image) ? createItem('gif', image, 'GIF') : createItem('image', image, 'JPG', image);
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
