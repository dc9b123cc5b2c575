import { expect, test } from 'vitest';
import { buildPost } from '../fixtures/build-response.ts';
import { formatResultHash, parseResultHash } from './use-result-address.ts';

test('the hash of a post leads back to its link', () => {
  const hash = formatResultHash(buildPost({ author: { username: 'a.b_1', name: 'A' }, code: 'DA-b_c1' }));
  expect(hash).toBe('#@a.b_1/post/DA-b_c1');
  const link = 'https://www.threads.com/@a.b_1/post/DA-b_c1';
  expect(parseResultHash(hash)).toEqual({ link, isThread: false });
  expect(parseResultHash(`${hash}/thread`)).toEqual({ link, isThread: true });
});

test('a whole thread has an address of its own', () => {
  expect(formatResultHash(buildPost({ thread: { more: 2 } }))).toBe('#@maker/post/DAbcdefgh01');
  expect(formatResultHash(buildPost({ thread: { posts: [] } }))).toBe('#@maker/post/DAbcdefgh01/thread');
});

test.each([
  '',
  '#',
  '#downloader',
  '#verification',
  '#@maker',
  '#@maker/post/',
  '#@maker/post/abc',
  '#@/post/DAbcdefgh01',
  '#maker/post/DAbcdefgh01',
  '#@maker/post/DAbcdefgh01/media',
  '#@maker/post/DAbcdefgh01/thread/',
  '#@maker/post/DAbcdefgh01/threads',
  '#@maker/post/DAbcdefgh01/thread/thread',
  '#@maker/post/DAbcdefgh01?x=1',
  '#@maker/post/DAbcdefgh01#x',
  '#@maker/post/DAbcdefgh01\n',
  '#@maker/post/../../admin',
  '#@maker@evil.example/post/DAbcdefgh01',
  '#@evil.example/x/post/DAbcdefgh01',
  '#@%2e%2e%2f/post/DAbcdefgh01',
  '#@mаker/post/DAbcdefgh01',
  '#https://evil.example/@maker/post/DAbcdefgh01',
  '#javascript:alert(1)',
  `#@${'m'.repeat(65)}/post/DAbcdefgh01`,
  `#@maker/post/${'D'.repeat(65)}`,
])('%j is not the address of a result', (hash) => {
  expect(parseResultHash(hash)).toBeNull();
});
