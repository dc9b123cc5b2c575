import type { ExtractedPost, Quality } from '#extraction/contract.ts';
import { type NumberedEntry, numberThread } from '#media/document-sections.ts';
import type { MediaType } from '#threads/contract.ts';
import { groupMedia, type MediaGroup, type MediaItemFiles } from '../media/group-media.ts';

/** The media of one post, in the groups of their sources. */
export interface MediaSection {
  key: string;
  /** The post of a thread; null outside a thread. */
  entry: NumberedEntry | null;
  groups: MediaGroup[];
}

/** One section, or one for each post of a thread, including those that have only words. */
export function listSections(qualities: readonly Quality[], post: ExtractedPost | null): MediaSection[] {
  const groups = groupMedia(qualities);
  const entries = post && numberThread(post);
  if (!entries) return [{ key: 'post', entry: null, groups }];
  return entries.map((entry) => ({
    key: entry.code,
    entry,
    groups: groups.filter(({ source }) => source.post?.code === entry.code),
  }));
}

export const mediaFilters = ['all', 'video', 'image'] as const;
export type MediaFilter = (typeof mediaFilters)[number];

export const matchesFilter = (filter: MediaFilter, type: MediaType) =>
  filter === 'all' || (filter === 'image' ? type === 'image' : type === 'video' || type === 'gif');

/** Keeps only matching media; a filtered list has no posts without media. */
export function filterSections(sections: readonly MediaSection[], filter: MediaFilter): MediaSection[] {
  if (filter === 'all') return [...sections];
  return sections
    .map((section) => ({
      ...section,
      groups: section.groups
        .map((group) => ({
          ...group,
          items: group.items.filter(({ best }) => matchesFilter(filter, best.type)),
        }))
        .filter(({ items }) => items.length > 0),
    }))
    .filter(({ groups }) => groups.length > 0);
}

/** The first sections with about `limit` items; a post without media counts as one. */
export function takeSections(sections: readonly MediaSection[], limit: number): MediaSection[] {
  const taken: MediaSection[] = [];
  let left = limit;
  for (const section of sections) {
    if (left <= 0) break;
    const groups: MediaGroup[] = [];
    for (const group of section.groups) {
      if (left <= 0) break;
      const items = group.items.slice(0, left);
      left -= items.length;
      groups.push({ ...group, items });
    }
    if (section.groups.length === 0) left -= 1;
    taken.push({ ...section, groups });
  }
  return taken;
}

export const listItems = (sections: readonly MediaSection[]): MediaItemFiles[] =>
  sections.flatMap(({ groups }) => groups.flatMap(({ items }) => items));
