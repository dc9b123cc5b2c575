import type { PostSummary, Quality } from '#media/contract.ts';

/** A media item and its files, best first. */
export interface ItemOfPost {
  id: string;
  best: Quality;
  renditions: Quality[];
}

/** The items of one source: the post's own, or those of a post it shows. */
export interface MediaGroup {
  key: string;
  source: Quality['source'];
  items: ItemOfPost[];
}

export function groupMedia(qualities: readonly Quality[]): MediaGroup[] {
  const items = new Map<string, ItemOfPost>();
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

/** Whether all of the author's thread was asked for, and not the post alone. */
export function isWholeThread({ post }: { post: PostSummary | null }): boolean {
  return post?.thread !== undefined && 'posts' in post.thread;
}

export function countItems(qualities: readonly Quality[]): number {
  return new Set(qualities.map(({ itemId }) => itemId)).size;
}

/** The address of the ZIP in a newer answer, where it counts the items as the one that is shown does. */
export function renewedZip(
  shown: { qualities: readonly Quality[] },
  fresh: { qualities: readonly Quality[]; zipUrl?: string },
): string | undefined {
  const places = ({ qualities }: { qualities: readonly Quality[] }) =>
    [...new Set(qualities.map(({ index, itemId }) => `${index} ${itemId}`))].join('\n');
  return places(shown) === places(fresh) ? fresh.zipUrl : undefined;
}

/** Names one file of an answer, also after its addresses were renewed. */
export function qualityKey({ itemId, format }: Pick<Quality, 'itemId' | 'format'>): string {
  return `${itemId}/${format}`;
}

/** The files already shown, with the addresses of a newer answer to the same link. */
export function takeRenewed(shown: readonly Quality[], fresh: readonly Quality[]): Quality[] {
  const byKey = new Map(fresh.map((quality) => [qualityKey(quality), quality]));
  return shown.map((quality) => {
    const renewed = byKey.get(qualityKey(quality));
    if (!renewed) return quality;
    const { url, thumbnailUrl, previewUrl } = renewed;
    return { ...quality, url, thumbnailUrl, previewUrl };
  });
}
