import { expect, test } from 'vitest';
import { adminPostsPath, parseAdminPostFilters } from './admin-post-filters.ts';

const parse = (query: string) => parseAdminPostFilters(new URLSearchParams(query));

test('adminPostsPath reproduces a parsed query', () => {
  for (const query of [
    '',
    '?locale=th&search=%E0%B8%A7%E0%B8%B4+x&status=draft&page=3',
    '?status=archived',
  ]) {
    expect(adminPostsPath(parse(query))).toBe(`/admin/blog${query}`);
  }
});

test('invalid parameters fall back to the defaults', () => {
  const defaults = { locale: 'en', page: 1, search: '', status: '' };
  expect(parse('?locale=xx&page=0&status=toString&search=%00+')).toEqual(defaults);
  expect(parse('?page=1e3&locale=__proto__')).toEqual(defaults);
  expect(parse(`?search=${'x'.repeat(500)}`).search).toHaveLength(100);
});
