import { expect, test } from 'vitest';
import { adminPostsPath, countMoreFilters, parseAdminPostFilters } from './admin-post-filters.ts';

const parse = (query: string) => parseAdminPostFilters(new URLSearchParams(query));

test('adminPostsPath reproduces a parsed query', () => {
  for (const query of [
    '',
    '?locale=th&search=%E0%B8%A7%E0%B8%B4+x&status=draft&page=3',
    '?status=archived',
    '?locale=de&state=missing&language=th&category=wind&tag=kites&author=ada&sort=title_desc&page=2',
  ]) {
    expect(adminPostsPath(parse(query))).toBe(`/admin/blog${query}`);
  }
});

test('invalid parameters fall back to the defaults', () => {
  const defaults = parse('');
  expect(parse('?locale=xx&page=0&status=toString&search=%00+')).toEqual(defaults);
  expect(parse('?state=__proto__&language=xx&sort=constructor')).toEqual(defaults);
  expect(parse('?page=1e3&locale=__proto__')).toEqual(defaults);
  expect(parse(`?search=${'x'.repeat(500)}`).search).toHaveLength(100);
});

test('the filters that are folded away are counted', () => {
  expect(countMoreFilters(parse('?search=x&status=draft&sort=views'))).toBe(0);
  expect(countMoreFilters(parse('?state=missing&language=th&author=ada'))).toBe(3);
});
