import { expect, test } from 'vitest';
import type { ExtractedPost } from '#extraction/contract.ts';
import { createTranslator } from '#i18n/translator.ts';
import { buildQuality } from '#test/support/build-quality.ts';
import { messages } from '#test/support/messages.ts';
import { createPostDocument, postFileName, postPlainText, toDataUrl } from './post-text.ts';

const t = createTranslator('en', messages.en);
const post: ExtractedPost = {
  code: 'DAb_c-1',
  url: 'https://www.threads.com/@ann/post/DAb_c-1',
  author: { username: 'ann.b', name: 'Ann' },
  text: 'สวัสดี\n100% & more #1',
  publishedAt: '2026-01-01T00:00:00.000Z',
};

test('the plain text of a thread has the words of every post', () => {
  const entry = (code: string, text: string) => ({ code, url: `https://x/${code}`, text, publishedAt: code });
  const posts = [entry('1', 'One.'), entry('2', ''), entry('3', 'Three.')];
  expect(postPlainText({ ...post, thread: { posts } })).toBe('One.\n\nThree.');
  expect(postPlainText({ ...post, thread: { more: 2 } })).toBe(post.text);
});

test('a document lists each media item once, by its label and with a link to the post', () => {
  const qualities = ['MP4', 'WEBM'].map((format) => buildQuality({ itemId: 'a', format, alt: 'a boat' }));
  const { name, type, text } = createPostDocument(t, 'md', post, qualities);
  expect([name, type]).toEqual(['threads-ann.b-DAb_c-1.md', 'text/markdown']);
  expect(text.split(`[Video 1](${post.url})\n\nALT: a boat`)).toHaveLength(2);
});

test('the data URL has the same content as the document, even with a lone surrogate', async () => {
  for (const text of [post.text, 'a\ud83dz', '"<script>\r\n😀']) {
    const postDocument = createPostDocument(t, 'html', { ...post, text }, []);
    const response = await fetch(toDataUrl(postDocument));
    expect(await response.text()).toBe(postDocument.text);
  }
});

test('the file name is plain ASCII', () => {
  expect(postFileName(post, 'txt')).toBe('threads-ann.b-DAb_c-1.txt');
  expect(postFileName({ ...post, author: { username: '../é\u202e', name: '' } }, 'txt')).toBe(
    'threads-..-DAb_c-1.txt',
  );
});
