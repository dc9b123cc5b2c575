import { expect, test } from 'vitest';
import { renderContent } from '#content/render-content.ts';
import { plainText, sanitizeContent } from '#content/sanitize-content.ts';

const image = (id: number) =>
  `<img src="/files/0199c7f0-7a11-8a2b-9c3d-1e2f3a4b5c6${id}/2000.webp" alt="Image ${id}" width="2000" height="1000">`;
const url = 'https://www.threads.com/@mira.demo/post/DemoPhoto01';
const threadsPost =
  `<figure class="threads-post"><blockquote lang="en"><p>First light<br>over hills</p><p>${image(1)}</p>` +
  `<p><a href="${url}" rel="noopener">${image(2)}</a></p></blockquote><figcaption>` +
  `<a href="${url}" rel="noopener">Mira Demo (@mira.demo)</a>, <time datetime="2026-11-20">2026-11-20</time></figcaption></figure>`;
const gallery = `<figure class="gallery"><figure>${image(1)}<figcaption>One</figcaption></figure><figure>${image(2)}</figure></figure>`;
const embed =
  '<figure class="embed"><a href="https://www.youtube.com/watch?v=dQw4w9WgXcQ&amp;t=10" rel="noopener">A song</a></figure>';
const downloadField = '<figure class="download-field"><a href="/de">Medien speichern</a></figure>';
const clip =
  '<figure class="clip"><a href="/files/0199c7f0-7a11-8a2b-9c3d-1e2f3a4b5c61/clip.mp4">A walk</a></figure>';
const wide = `<figure class="wide">${image(1)}<figcaption>A caption</figcaption></figure>`;
const all = [threadsPost, gallery, embed, downloadField, clip, wide];

test.each(all)('%s is stored unchanged', (html) => {
  expect(sanitizeContent(`<p>a</p>${html}<p>b</p>`)).toBe(`<p>a</p>${html}<p>b</p>`);
});

test.each([
  [
    '<figure class="embed evil" onclick="x()" data-player="https://evil.example" style="x"><a href="https://example.org/">a</a></figure>',
  ],
  [
    '<figure class="evil embed"><a href="https://example.org/" onclick="x()" data-player="x">a</a><iframe src="https://evil.example"></iframe></figure>',
  ],
  [
    '<figure class="embed"><a href="https://example.org/" class="x">a</a><script>x()</script><form action="//evil.example"></form></figure>',
  ],
])('of %s, only the class and the link are left', (html) => {
  expect(sanitizeContent(html)).toBe(
    '<figure class="embed"><a href="https://example.org/" rel="noopener">a</a></figure>',
  );
});

test('other classes, forbidden links and images of other sites are removed', () => {
  expect(sanitizeContent(`<figure class="fixed inset-0">${image(1)}</figure>`)).toBe(
    `<figure>${image(1)}</figure>`,
  );
  expect(sanitizeContent('<p class="gallery">a</p><blockquote class="embed"><p>b</p></blockquote>')).toBe(
    '<p>a</p><blockquote><p>b</p></blockquote>',
  );
  expect(sanitizeContent('<figure class="embed"><a href="javascript:x()">a</a></figure>')).toBe(
    '<figure class="embed">a</figure>',
  );
  expect(
    sanitizeContent(
      '<figure class="gallery"><figure><img src="https://evil.example/a.png" alt="a"></figure></figure>',
    ),
  ).toBe('');
});

test('the search finds the words of each block', () => {
  expect(plainText(all.join(''))).toBe(
    'First light\nover hills\nMira Demo (@mira.demo), 2026-11-20\nOne\nA song\nMedien speichern\nA walk\nA caption',
  );
});

test('a wider image is loaded in a larger size', () => {
  const sizes = ['', 'wide', 'full'].map(
    (kind) => /sizes="([^"]*)"/.exec(renderContent(wide.replace('wide', kind)).html)?.[1],
  );
  expect(sizes).toEqual([
    '(min-width: 664px) 624px, 100vw',
    '(min-width: 904px) 864px, 100vw',
    '(min-width: 1000px) 960px, 100vw',
  ]);
});
