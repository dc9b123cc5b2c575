import { expect, test } from 'vitest';
import { deskPath, readDeskFilters } from './desk-filters.ts';

const read = (query: string) => readDeskFilters(new URLSearchParams(query));

test('an address is read and written the same', () => {
  for (const query of [
    '',
    '?locale=th&search=%E0%B8%A7%E0%B8%B4+x&status=draft&page=3',
    '?status=archived',
  ]) {
    expect(deskPath(read(query))).toBe(`/admin/blog${query}`);
  }
});

test('what an address gets wrong counts as not said', () => {
  const plain = { locale: 'en', page: 1, search: '', status: '' };
  expect(read('?locale=xx&page=0&status=toString&search=%00+')).toEqual(plain);
  expect(read('?page=1e3&locale=__proto__')).toEqual(plain);
  expect(read(`?search=${'x'.repeat(500)}`).search).toHaveLength(100);
});
