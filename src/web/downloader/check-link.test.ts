import { expect, test } from 'vitest';
import { aroundLink, checkLink } from './check-link.ts';

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

test('of a long text the part around the first accepted host is kept, and no half of a word', () => {
  const link = 'https://www.threads.com/@maker/post/DAbcdefgh12';
  const kept = aroundLink(
    `${'before '.repeat(200)}${link} ${'after '.repeat(200)}https://www.threads.com/t/x`,
  );
  expect(kept.length).toBeLessThanOrEqual(1_200);
  expect(kept).toContain(` ${link} `);
  expect(new Set(kept.replace(link, '').trim().split(/\s+/))).toEqual(new Set(['before', 'after']));
});

test('a link in a text without gaps is kept whole', () => {
  const link = 'https://www.threads.com/@maker/post/DAbcdefgh12';
  expect(aroundLink(`${'看'.repeat(2_000)}${link}\n${'看'.repeat(2_000)}`)).toContain(link);
});
