import { expect, test } from 'vitest';
import { checkLink } from './check-link.ts';

test.each(['', '   ', '\n\t'])('%j is empty', (text) => {
  expect(checkLink(text)).toBe('empty');
});

test.each([
  'https://www.threads.net/@maker/post/C1',
  'https://www.threads.com/t/C1',
  'threads.com/@maker/post/C1',
  'HTTPS://WWW.THREADS.COM/@maker/post/C1',
  'Look at this: https://www.threads.net/@maker/post/C1 (so good)',
])('%s names an accepted host', (text) => {
  expect(checkLink(text)).toBe('accepted');
});

test.each(['https://example.org/@maker/post/C1', 'threads', 'https://threads.org/x'])(
  '%s is refused',
  (text) => {
    expect(checkLink(text)).toBe('refused');
  },
);
