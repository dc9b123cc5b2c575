import type { ExtractedPost, Quality } from '#extraction/contract.ts';

export interface MediaItemFiles {
  id: string;
  best: Quality;
  renditions: Quality[];
}

export interface MediaGroup {
  key: string;
  source: Quality['source'];
  items: MediaItemFiles[];
}

export function groupMedia(qualities: readonly Quality[]): MediaGroup[] {
  const items = new Map<string, MediaItemFiles>();
  const groups = new Map<string, MediaGroup>();
  for (const quality of qualities) {
    const known = items.get(quality.itemId);
    if (known) {
      known.renditions.push(quality);
      continue;
    }
    const item = { id: quality.itemId, best: quality, renditions: [quality] };
    items.set(quality.itemId, item);
    const { kind, username, post } = quality.source;
    const key = [post?.code, kind, kind === 'own' ? null : username].filter(Boolean).join(' ');
    const group = groups.get(key) ?? { key, source: quality.source, items: [] };
    group.items.push(item);
    groups.set(key, group);
  }
  return [...groups.values()];
}

export function isThreadExpanded({ post }: { post: Pick<ExtractedPost, 'thread'> | null }): boolean {
  return post?.thread !== undefined && 'posts' in post.thread;
}

export function countMediaItems(qualities: readonly Quality[]): number {
  return new Set(qualities.map(({ itemId }) => itemId)).size;
}

/** In bytes; null if one is unknown. */
export function sumSizes(sizes: readonly (number | null)[]): number | null {
  return sizes.reduce((sum, size) => (sum === null || size === null ? null : sum + size), 0);
}

/** The ZIP URL of a newer response, if it numbers the items like the current one. */
export function renewedZipUrl(
  current: { qualities: readonly Quality[] },
  fresh: { qualities: readonly Quality[]; zipUrl?: string },
): string | undefined {
  const itemSequence = ({ qualities }: { qualities: readonly Quality[] }) =>
    [...new Set(qualities.map(({ index, itemId }) => `${index} ${itemId}`))].join('\n');
  return itemSequence(current) === itemSequence(fresh) ? fresh.zipUrl : undefined;
}

/** Identifies a file across URL renewals. */
export function qualityKey({ itemId, format }: Pick<Quality, 'itemId' | 'format'>): string {
  return `${itemId}/${format}`;
}

export function applyRenewedUrls(current: readonly Quality[], fresh: readonly Quality[]): Quality[] {
  const byKey = new Map(fresh.map((quality) => [qualityKey(quality), quality]));
  return current.map((quality) => {
    const renewed = byKey.get(qualityKey(quality));
    if (!renewed) return quality;
    const { url, thumbnailUrl, previewUrl } = renewed;
    return { ...quality, url, thumbnailUrl, previewUrl };
  });
}
