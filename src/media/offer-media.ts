import { usualName } from '#names/name-file.ts';
import type { MediaItem, MediaType, Post, Rendition } from '#threads/contract.ts';
import type { ArchiveTickets } from './archive-ticket.ts';
import { type PostSummary, type Quality, unknownResolution } from './contract.ts';
import { type Abilities, offeredConversions } from './convert-abilities.ts';
import { displayNameOf } from './display-name.ts';
import type { IssueTicket } from './issue-ticket.ts';

/**
 * What a post offers to save, each file with our own sealed addresses. A file whose host we do not fetch from is
 * left out; items are counted from 1 over what remains, which may be nothing.
 */
export function offerMedia(
  post: Post,
  options: {
    issueTicket: IssueTicket;
    issueArchive?: ArchiveTickets['issue'];
    now: () => number;
    abilities: Abilities;
  },
): { qualities: Quality[]; post: PostSummary; zipUrl?: string } {
  const issuedAt = options.now();
  const qualities: Quality[] = [];
  let index = 0;
  for (const item of post.items) {
    const offered = offerItem(item, index + 1, post.url, issuedAt, options);
    if (offered.length > 0) index += 1;
    qualities.push(...offered);
  }
  const itemIds = [...new Set(qualities.map(({ itemId }) => itemId))];
  const isThread = post.items.some(({ source }) => source.post);
  const zipUrl = options.issueArchive?.(post.url, itemIds, isThread);
  return { qualities, post: summarise(post), ...(zipUrl && { zipUrl }) };
}

function offerItem(
  item: MediaItem,
  index: number,
  postUrl: string,
  issuedAt: number,
  { issueTicket, abilities }: { issueTicket: IssueTicket; abilities: Abilities },
): Quality[] {
  const formats = item.renditions.map((rendition) => rendition.format.toUpperCase());
  const displayName = displayNameOf(item.type, index);
  const name = usualName(displayName, issuedAt);
  const place = { postUrl, itemId: item.id, ...(item.source.post && { thread: true as const }) };
  const still = item.thumbnailUrl;
  const thumbnailUrl =
    still &&
    issueTicket({
      url: still,
      name,
      format: 'JPG',
      purpose: 'inline',
      item: { ...place, format: 'JPG', part: 'thumbnail' },
    });
  const offered: Quality[] = [];
  for (const rendition of item.renditions) {
    const format = rendition.format.toUpperCase();
    const ticket = {
      url: rendition.url,
      name,
      format,
      item: { ...place, format: rendition.format, part: 'file' as const },
    };
    const conversions = offeredConversions(abilities, { ...item, format }, formats);
    const others = conversions.length > 0 ? { conversions } : {};
    const url = issueTicket({ ...ticket, ...others, purpose: 'attachment' });
    const previewUrl = issueTicket({ ...ticket, purpose: 'inline' });
    if (url === null || previewUrl === null) continue;
    offered.push({
      type: item.type,
      displayName,
      format,
      resolution: resolutionOf(rendition),
      quality: offered.length === 0 ? qualityOf(item.type, rendition) : format,
      url,
      itemId: item.id,
      index,
      width: rendition.width,
      height: rendition.height,
      bytes: rendition.bytes,
      durationSeconds: item.durationSeconds,
      hasAudio: item.hasAudio,
      alt: item.alt,
      thumbnailUrl,
      previewUrl,
      source: summariseSource(item.source),
      ...others,
    });
  }
  return offered;
}

function resolutionOf({ width, height }: Rendition): string {
  return width && height ? `${width}x${height}` : unknownResolution;
}

/** Video is named by its short side, as players do. */
function qualityOf(type: MediaType, { width, height }: Rendition): string {
  return type === 'video' && width && height ? `${Math.min(width, height)}p` : 'Original';
}

function summariseSource({ kind, username, post }: MediaItem['source']): Quality['source'] {
  return { kind, username, ...(post && { post }) };
}

function summarise({ code, url, author, text, publishedAt, linksTo, incomplete, thread }: Post): PostSummary {
  const { username, name } = author;
  return {
    code,
    url,
    author: { username, name },
    text,
    publishedAt,
    ...(linksTo !== null && { linksTo }),
    ...(incomplete && { incomplete }),
    ...(thread && { thread }),
  };
}
