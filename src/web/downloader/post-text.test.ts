import { expect, test } from 'vitest';
import type { PostSummary } from '#media/contract.ts';
import { postText, postTextAddress, postTextName, postWords } from './post-text.ts';
import { addressAs } from './wanted-file.ts';

const post: PostSummary = {
  code: 'DAb_c-1',
  url: 'https://www.threads.com/@ann/post/DAb_c-1',
  author: { username: 'ann.b', name: 'Ann' },
  text: 'สวัสดี\n100% & more #1',
  publishedAt: '2026-01-01T00:00:00.000Z',
};

test('a post as a file holds its text, whose it is, when it was and where it stands', () => {
  expect(postText(post)).toBe(
    'สวัสดี\n100% & more #1\n\nAnn (@ann.b)\n2026-01-01T00:00:00.000Z\nhttps://www.threads.com/@ann/post/DAb_c-1\n',
  );
  expect(postText({ ...post, text: '', author: { username: 'ann', name: '' } })).toMatch(/^@ann\n2026/);
});

test('of a whole thread every post is there, in order', () => {
  const part = (code: string, text: string) => ({ code, url: `https://x/${code}`, text, publishedAt: code });
  const whole = { ...post, thread: { posts: [part('1', 'One.'), part('2', ''), part('3', 'Three.')] } };
  expect(postWords(whole)).toBe('One.\n\nThree.');
  expect(postText(whole)).toBe(
    [
      'One.\n\nAnn (@ann.b)\n1\nhttps://x/1\n',
      'Ann (@ann.b)\n2\nhttps://x/2\n',
      'Three.\n\nAnn (@ann.b)\n3\nhttps://x/3\n',
    ].join('\n'),
  );
  expect(postWords({ ...post, thread: { more: 2 } })).toBe(post.text);
});

test('its address holds every character, half a pair of them too', async () => {
  for (const text of [post.text, 'a\ud83dz', '"<script>\r\n😀']) {
    const answer = await fetch(postTextAddress({ ...post, text }));
    expect(await answer.text()).toBe(postText({ ...post, text }));
  }
});

test('its name is plain', () => {
  expect(postTextName(post)).toBe('threads-ann.b-DAb_c-1.txt');
  expect(postTextName({ ...post, author: { username: '../é\u202e', name: '' } })).toBe(
    'threads-..-DAb_c-1.txt',
  );
});

test('a conversion stands behind a pass, or alone', () => {
  expect(addressAs('/media/x', 'jpg')).toBe('/media/x?as=jpg');
  expect(addressAs('/media/x?pass=y', 'm4a')).toBe('/media/x?pass=y&as=m4a');
  expect(addressAs('/media/x', null)).toBe('/media/x');
});
