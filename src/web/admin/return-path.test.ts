import { expect, test } from 'vitest';
import { returnPath, signInPath } from './return-path.ts';

test('signing in leads back to the page that was asked for', () => {
  const to = new URL(signInPath('/admin/people?x=1&y'), 'http://own').searchParams.get('to');
  expect(returnPath(to)).toBe('/admin/people?x=1&y');
});

test.each([
  null,
  '',
  '/',
  '/adminx',
  '//evil.example/admin/',
  'https://evil.example/admin/blog',
  '/\\evil.example',
  '/admin/../../evil',
  '/admin/..//evil.example',
  'javascript:alert(1)',
])('%s leads to the start of the administration', (to) => {
  expect(returnPath(to)).toBe('/admin/blog');
});
