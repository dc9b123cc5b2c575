import { expect, test } from 'vitest';
import { examplePostSummary } from '../fixtures/example-list.ts';
import { filterPosts, type ListedPost, toListedPost } from './listed-post.ts';
import type { PostFilters } from './post-filters.ts';

const post: ListedPost = {
  ...toListedPost(examplePostSummary(1, { title: 'Save a video', excerpt: 'One link, one file.' })),
  tags: ['mp4', 'phone'].map((slug) => ({ name: slug.toUpperCase(), slug })),
};
const matches = (filters: Partial<PostFilters>, values: Partial<ListedPost> = {}) =>
  filterPosts([{ ...post, ...values }], { search: '', category: '', tag: '', ...filters }).length === 1;

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
