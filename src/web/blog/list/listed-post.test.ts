import { expect, test } from 'vitest';
import { filterPosts, type ListedPost } from './listed-post.ts';
import type { PostFilters } from './post-filters.ts';

const named = (slug: string) => ({ name: slug.toUpperCase(), slug });
const post = (values: Partial<ListedPost>): ListedPost => ({
  id: '00000000-0000-4000-8000-000000000000',
  slug: 'a-post',
  title: 'Save a video',
  excerpt: 'One link, one file.',
  featured_image_url: null,
  featured_image_width: null,
  featured_image_height: null,
  featured_image_srcset: null,
  featured_image_alt: '',
  published_at: null,
  created_at: '2026-01-01T00:00:00.000Z',
  read_time_minutes: 3,
  view_count: 0,
  category: { ...named('guides'), color: '#c2410c' },
  tags: [named('mp4'), named('phone')],
  ...values,
});
const matches = (filters: Partial<PostFilters>, values: Partial<ListedPost> = {}) =>
  filterPosts([post(values)], { search: '', category: '', tag: '', ...filters }).length === 1;

test('without filters every post matches', () => {
  expect(matches({})).toBe(true);
  expect(matches({}, { category: null, tags: [], excerpt: '' })).toBe(true);
});

test('a search matches a part of the title or excerpt, ignoring case', () => {
  for (const search of ['VIDEO', 'e a v', '  one LINK ', 'file.'])
    expect(matches({ search }), search).toBe(true);
  for (const search of ['videos', 'guides', 'link file', '.*'])
    expect(matches({ search }), search).toBe(false);
  expect(matches({ search: 'tiếng' }, { title: 'TIẾNG VIỆT' })).toBe(true);
});

test('a category and a tag match by their exact slug', () => {
  expect(matches({ category: 'guides' })).toBe(true);
  for (const category of ['guide', 'Guides']) expect(matches({ category }), category).toBe(false);
  expect(matches({ category: 'guides' }, { category: null })).toBe(false);
  expect(matches({ tag: 'phone' })).toBe(true);
  expect(matches({ tag: 'pho' })).toBe(false);
});

test('all filters must match', () => {
  expect(matches({ search: 'video', category: 'guides', tag: 'mp4' })).toBe(true);
  expect(matches({ search: 'video', category: 'guides', tag: 'gif' })).toBe(false);
  expect(matches({ search: 'sound', category: 'guides', tag: 'mp4' })).toBe(false);
});
