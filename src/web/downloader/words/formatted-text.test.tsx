import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { buildExtractResponse, buildPhoto, buildPost } from '../fixtures/build-response.ts';
import { renderFound } from '../fixtures/render-downloader.tsx';

const words = page.getByRole('blockquote');

test('formats, links, mentions and stickers are shown', async () => {
  const text = 'Bold and both, our page by @bob □';
  const formatting = [
    { start: 0, end: 4, styles: ['bold' as const] },
    { start: 9, end: 13, styles: ['italic' as const, 'underline' as const] },
    { start: 15, end: 23, styles: ['bold' as const], link: 'https://a.example/b' },
    { start: 27, end: 31, styles: [], link: 'https://www.threads.com/@bob' },
    { start: 32, end: 33, styles: ['sticker' as const] },
  ];
  await renderFound(buildExtractResponse([buildPhoto()], { post: buildPost({ text, formatting }) }));
  expect(words.element().textContent).toBe('Bold and both, our page by @bob [Sticker]');
  const tags = (name: string) =>
    [...words.element().querySelectorAll(name)].map((element) => element.textContent);
  expect([tags('strong'), tags('em'), tags('u')]).toEqual([['Bold', 'our page'], ['both'], ['both']]);
  const links = words.getByRole('link').elements();
  expect(
    links.map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('rel')]),
  ).toEqual([
    ['our page', 'https://a.example/b', 'noreferrer nofollow'],
    ['@bob', 'https://www.threads.com/@bob', 'noreferrer nofollow'],
  ]);
});

test('a format never makes HTML of the text, or a link of what is none', async () => {
  const text = '<img src=x onerror=alert(1)>';
  const formatting = [{ start: 0, end: 99, styles: ['bold' as const], link: 'javascript:alert(1)' }];
  await renderFound(buildExtractResponse([buildPhoto()], { post: buildPost({ text, formatting }) }));
  expect(words.element().innerHTML).toBe('<strong>&lt;img src=x onerror=alert(1)&gt;</strong>');
});
