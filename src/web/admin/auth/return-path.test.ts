import { expect, test } from 'vitest';
import { returnPath, signInPath } from './return-path.ts';

test('after sign-in the user returns to the requested page', () => {
  const to = new URL(signInPath('/admin/people?x=1&y'), 'http://base.invalid').searchParams.get('to');
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
])('%s falls back to the admin start page', (to) => {
  expect(returnPath(to)).toBe('/admin/blog');
});
