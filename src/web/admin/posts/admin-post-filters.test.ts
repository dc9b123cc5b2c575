import { expect, test } from 'vitest';
import { adminPostsPath, parseAdminPostFilters } from './admin-post-filters.ts';

const read = (query: string) => parseAdminPostFilters(new URLSearchParams(query));

test('adminPostsPath reproduces a parsed query', () => {
  for (const query of [
    '',
    '?locale=th&search=%E0%B8%A7%E0%B8%B4+x&status=draft&page=3',
    '?status=archived',
  ]) {
    expect(adminPostsPath(read(query))).toBe(`/admin/blog${query}`);
  }
});

test('invalid parameters fall back to the defaults', () => {
  const plain = { locale: 'en', page: 1, search: '', status: '' };
  expect(read('?locale=xx&page=0&status=toString&search=%00+')).toEqual(plain);
  expect(read('?page=1e3&locale=__proto__')).toEqual(plain);
  expect(read(`?search=${'x'.repeat(500)}`).search).toHaveLength(100);
});
