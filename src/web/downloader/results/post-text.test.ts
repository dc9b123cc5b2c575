import { expect, test } from 'vitest';
import type { ExtractedPost } from '#extraction/contract.ts';
import { conversionUrl } from '../save/requested-file.ts';
import { postPlainText, postTextDataUrl, postTextFile, postTextFileName } from './post-text.ts';

const post: ExtractedPost = {
  code: 'DAb_c-1',
  url: 'https://www.threads.com/@ann/post/DAb_c-1',
  author: { username: 'ann.b', name: 'Ann' },
  text: 'สวัสดี\n100% & more #1',
  publishedAt: '2026-01-01T00:00:00.000Z',
};

test('the text file has the text, author, date and URL', () => {
  expect(postTextFile(post)).toBe(
    'สวัสดี\n100% & more #1\n\nAnn (@ann.b)\n2026-01-01T00:00:00.000Z\nhttps://www.threads.com/@ann/post/DAb_c-1\n',
  );
  expect(postTextFile({ ...post, text: '', author: { username: 'ann', name: '' } })).toMatch(/^@ann\n2026/);
});

test('the text file of a thread has every post in order', () => {
  const part = (code: string, text: string) => ({ code, url: `https://x/${code}`, text, publishedAt: code });
  const expandedThread = {
    ...post,
    thread: { posts: [part('1', 'One.'), part('2', ''), part('3', 'Three.')] },
  };
  expect(postPlainText(expandedThread)).toBe('One.\n\nThree.');
  expect(postTextFile(expandedThread)).toBe(
    [
      'One.\n\nAnn (@ann.b)\n1\nhttps://x/1\n',
      'Ann (@ann.b)\n2\nhttps://x/2\n',
      'Three.\n\nAnn (@ann.b)\n3\nhttps://x/3\n',
    ].join('\n'),
  );
  expect(postPlainText({ ...post, thread: { more: 2 } })).toBe(post.text);
});

test('the data URL has the same content as the text file, even with a lone surrogate', async () => {
  for (const text of [post.text, 'a\ud83dz', '"<script>\r\n😀']) {
    const response = await fetch(postTextDataUrl({ ...post, text }));
    expect(await response.text()).toBe(postTextFile({ ...post, text }));
  }
});

test('the file name is plain ASCII', () => {
  expect(postTextFileName(post)).toBe('threads-ann.b-DAb_c-1.txt');
  expect(postTextFileName({ ...post, author: { username: '../é\u202e', name: '' } })).toBe(
    'threads-..-DAb_c-1.txt',
  );
});

test('conversionUrl adds the conversion with or without an existing query', () => {
  expect(conversionUrl('/media/x', 'jpg')).toBe('/media/x?as=jpg');
  expect(conversionUrl('/media/x?pass=y', 'm4a')).toBe('/media/x?pass=y&as=m4a');
  expect(conversionUrl('/media/x', null)).toBe('/media/x');
});
