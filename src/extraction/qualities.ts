import { defaultFilename, mediaDisplayName } from '#filenames/filename.ts';
import type { IssueTicket } from '#media/contract.ts';
import { type ConversionCapabilities, listConversions } from '#media/conversion-capabilities.ts';
import { toFileMetadata } from '#media/file-metadata.ts';
import type { ZipTickets } from '#media/tickets.ts';
import type { MediaItem, MediaType, Rendition, ThreadsPost } from '#threads/contract.ts';
import { type ExtractedPost, type Quality, unknownResolution } from './contract.ts';

/** Leaves out files on disallowed hosts, and numbers the remaining items from 1. */
export async function listQualities(
  post: ThreadsPost,
  options: {
    issueTicket: IssueTicket;
    issueZipTicket?: ZipTickets['issue'];
    now: () => number;
    capabilities: ConversionCapabilities;
  },
): Promise<{ qualities: Quality[]; post: ExtractedPost; zipUrl?: string }> {
  const issuedAt = options.now();
  const qualities: Quality[] = [];
  let index = 0;
  for (const item of post.items) {
    const renditionQualities = await itemQualities(item, index + 1, post, issuedAt, options);
    if (renditionQualities.length > 0) index += 1;
    qualities.push(...renditionQualities);
  }
  const itemIds = [...new Set(qualities.map(({ itemId }) => itemId))];
  const isThread = post.items.some(({ source }) => source.post);
  const zipUrl = options.issueZipTicket?.(post.url, itemIds, isThread);
  return { qualities, post: toExtractedPost(post), ...(zipUrl && { zipUrl }) };
}

async function itemQualities(
  item: MediaItem,
  index: number,
  post: ThreadsPost,
  issuedAt: number,
  { issueTicket, capabilities }: { issueTicket: IssueTicket; capabilities: ConversionCapabilities },
): Promise<Quality[]> {
  const formats = item.renditions.map((rendition) => rendition.format.toUpperCase());
  const displayName = mediaDisplayName(item.type, index);
  const name = defaultFilename(displayName, issuedAt);
  const itemRef = { postUrl: post.url, itemId: item.id, ...(item.source.post && { thread: true as const }) };
  const thumbnail = item.thumbnailUrl;
  const thumbnailUrl =
    thumbnail &&
    issueTicket({
      url: thumbnail,
      name,
      format: 'JPG',
      purpose: 'inline',
      item: { ...itemRef, format: 'JPG', part: 'thumbnail' },
    });
  const qualities: Quality[] = [];
  for (const rendition of item.renditions) {
    const format = rendition.format.toUpperCase();
    const ticket = {
      url: rendition.url,
      name,
      format,
      item: { ...itemRef, format: rendition.format, part: 'file' as const },
    };
    const otherFormats = formats.filter((other) => other !== format);
    const sealed = await listConversions(capabilities, { ...item, format }, otherFormats);
    // Also the format itself: the file may have another one than its URL says.
    const url = issueTicket({
      ...ticket,
      ...(sealed.length > 0 && { conversions: sealed }),
      metadata: toFileMetadata(post, item),
      purpose: 'attachment',
    });
    const conversions = sealed.filter((conversion) => conversion.toUpperCase() !== format);
    const previewUrl = issueTicket({ ...ticket, purpose: 'inline' });
    if (url === null || previewUrl === null) continue;
    qualities.push({
      type: item.type,
      displayName,
      format,
      resolution: formatResolution(rendition),
      quality: qualities.length === 0 ? formatQuality(item.type, rendition) : format,
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
      source: summarizeSource(item.source),
      ...(item.isSpoiler && { isSpoiler: item.isSpoiler }),
      ...(conversions.length > 0 && { conversions }),
    });
  }
  return qualities;
}

function formatResolution({ width, height }: Rendition): string {
  return width && height ? `${width}x${height}` : unknownResolution;
}

/** Players name video quality by the short side. */
function formatQuality(type: MediaType, { width, height }: Rendition): string {
  return type === 'video' && width && height ? `${Math.min(width, height)}p` : 'Original';
}

function summarizeSource({ kind, username, post }: MediaItem['source']): Quality['source'] {
  return { kind, username, ...(post && { post }) };
}

export function toExtractedPost(post: ThreadsPost): ExtractedPost {
  const { code, url, author, text, formatting, publishedAt, linksTo, incomplete, withheld, thread } = post;
  return {
    code,
    url,
    author,
    text,
    ...(formatting && { formatting }),
    publishedAt,
    ...(linksTo !== null && { linksTo }),
    ...(incomplete && { incomplete }),
    ...(withheld && { withheld }),
    ...(thread && { thread }),
  };
}
