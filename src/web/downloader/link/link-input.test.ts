import { expect, test } from 'vitest';
import { classifyLinkInput, trimAroundLink } from './link-input.ts';

test.each(['', '   ', '\n\t'])('%j is empty', (text) => {
  expect(classifyLinkInput(text)).toBe('empty');
});

test.each([
  'https://www.threads.net/@maker/post/C1',
  'https://www.threads.com/t/C1',
  'threads.com/@maker/post/C1',
  'HTTPS://WWW.THREADS.COM/@maker/post/C1',
  'Look at this: https://www.threads.net/@maker/post/C1 (so good)',
])('%s names an accepted host', (text) => {
  expect(classifyLinkInput(text)).toBe('accepted');
});

test.each(['https://example.org/@maker/post/C1', 'threads', 'https://threads.org/x'])(
  '%s is rejected',
  (text) => {
    expect(classifyLinkInput(text)).toBe('rejected');
  },
);

test('a long text is trimmed to whole words around the first accepted host', () => {
  const link = 'https://www.threads.com/@maker/post/DAbcdefgh12';
  const trimmed = trimAroundLink(
    `${'before '.repeat(200)}${link} ${'after '.repeat(200)}https://www.threads.com/t/x`,
  );
  expect(trimmed.length).toBeLessThanOrEqual(1_200);
  expect(trimmed).toContain(` ${link} `);
  expect(new Set(trimmed.replace(link, '').trim().split(/\s+/))).toEqual(new Set(['before', 'after']));
});

test('trimming keeps a link whole in a text without spaces', () => {
  const link = 'https://www.threads.com/@maker/post/DAbcdefgh12';
  expect(trimAroundLink(`${'看'.repeat(2_000)}${link}\n${'看'.repeat(2_000)}`)).toContain(link);
});
