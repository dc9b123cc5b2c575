import { expect, test } from 'vitest';
import { emptyPostFilters, type PostFilters } from './post-filters.ts';
import { toListView } from './post-list-page.tsx';

const guides = [{ slug: 'guides', name: 'Guides' }];
const video = [{ slug: 'video', name: 'Video' }];
const view = (filters: Partial<PostFilters>) =>
  toListView('de', { ...emptyPostFilters, ...filters }, guides, video);

test.each<[Partial<PostFilters>, ReturnType<typeof view>]>([
  [{}, null],
  [{ page: 2 }, { query: '?page=2', isListed: true }],
  [{ category: 'guides' }, { path: '/de/blog/category/guides', query: '', isListed: true }],
  [
    { tag: 'video', page: 3 },
    { path: '/de/blog/tag/video', query: '?page=3', isListed: true },
  ],
])('the list with %o has one canonical URL', (filters, expected) => expect(view(filters)).toEqual(expected));

test.each<Partial<PostFilters>>([
  { category: 'guides', tag: 'video' },
  { category: 'guides', search: 'gif' },
  { tag: 'unknown' },
  { search: 'gif', page: 2 },
])('the list with %o is not indexed', (filters) =>
  expect(view(filters)).toEqual({ query: '', isListed: false }),
);
