import { expect, test } from 'vitest';
import { absolutizeUrls } from './feed.ts';

const page = 'https://unspool.example/th/blog/%E0%B8%94';

test.each([
  ['<a href="/th/blog/x">x</a>', '<a href="https://unspool.example/th/blog/x">x</a>'],
  ['<a href="#part">x</a>', `<a href="${page}#part">x</a>`],
  [
    '<a href="https://other.example/?a=1&amp;b=2">x</a>',
    '<a href="https://other.example/?a=1&amp;b=2">x</a>',
  ],
  ['<a href="mailto:a@b.example">x</a>', '<a href="mailto:a@b.example">x</a>'],
  ['<a href="http://[">x</a>', '<a href="http://[">x</a>'],
  ['<p lang="de">1 &lt; 2 &amp; 3</p>', '<p lang="de">1 &lt; 2 &amp; 3</p>'],
])('%s becomes %s', (html, absolute) => {
  expect(absolutizeUrls(html, page)).toBe(absolute);
});

test('an image keeps its size and alt text but loses srcset and loading attributes', () => {
  const html =
    '<figure><img src="/files/a/1200.webp" srcset="/files/a/480.webp 480w" sizes="100vw" loading="lazy" decoding="async" width="1200" height="630" alt="A spool"></figure>';
  expect(absolutizeUrls(html, page)).toBe(
    '<figure><img src="https://unspool.example/files/a/1200.webp" width="1200" height="630" alt="A spool"></figure>',
  );
});
