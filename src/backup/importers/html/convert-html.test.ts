import { expect, test } from 'vitest';
import { sanitizeContent } from '#content/sanitize-content.ts';
import { createAddressMatcher } from '../foreign-fields.ts';
import { createLosses } from '../foreign-site.ts';
import { convertHtml } from './convert-html.ts';

const src = '/files/0199c7f0-7a11-8a2b-9c3d-000000000001/1.webp';
const source = {
  url: 'https://old.example/blog',
  hasAddress: createAddressMatcher(['/blog/2014/one/', '/blog/?p=3']),
  findOriginal: (url: string) => url.replace(/-\d+x\d+/, ''),
};

function convert(html: string) {
  const losses = createLosses();
  const { imageUrls, render } = convertHtml(html, source, losses);
  const list = losses.list().map(({ code, count, details }) => [code, count, ...details]);
  return { content: sanitizeContent(render(() => src)), imageUrls, losses: list };
}

test.each([
  [
    'a bookmark of Ghost',
    '<figure class="kg-card kg-bookmark-card"><a class="kg-bookmark-container" href="https://a.example/"><div class="kg-bookmark-title">Title</div><img src="https://a.example/icon.png"></a></figure>',
    '<figure class="embed"><a href="https://a.example/" rel="noopener">Title</a></figure>',
  ],
  [
    'a gallery of Ghost',
    '<figure class="kg-gallery-card"><div class="kg-gallery-row"><img src="a.png"><img src="b.png"></div><figcaption>All</figcaption></figure>',
    `<figure class="gallery"><figure><img src="${src}" alt=""></figure><figure><img src="${src}" alt=""></figure></figure><p>All</p>`,
  ],
  [
    'a callout of Ghost',
    '<div class="kg-card kg-callout-card"><div class="kg-callout-emoji">💡</div><div class="kg-callout-text">Note <b>b</b></div></div>',
    '<aside class="callout-note"><p>💡 Note <strong>b</strong></p></aside>',
  ],
  [
    'a toggle of Ghost',
    '<div class="kg-toggle-card"><div class="kg-toggle-heading"><h4 class="kg-toggle-heading-text">Q</h4><button><svg></svg></button></div><div class="kg-toggle-content"><p>A</p></div></div>',
    '<details><summary>Q</summary><p>A</p></details>',
  ],
  [
    'a gallery of WordPress',
    '<figure class="wp-block-gallery"><ul><li class="blocks-gallery-item"><figure><a href="https://old.example/a.png"><img src="a-30x20.png" alt="A"></a><figcaption>One</figcaption></figure></li></ul><figcaption>All</figcaption></figure>',
    `<figure class="gallery"><figure><img src="${src}" alt="A"><figcaption>One</figcaption></figure></figure><p>All</p>`,
  ],
  [
    'a button of WordPress',
    '<div class="wp-block-buttons"><div class="wp-block-button"><a class="wp-block-button__link" href="https://a.example/">Go</a></div></div>',
    '<p><a class="button" href="https://a.example/" rel="noopener">Go</a></p>',
  ],
  [
    'a video of WordPress',
    '<figure class="wp-block-embed is-type-video"><div class="wp-block-embed__wrapper">\nhttps://www.youtube.com/watch?v=dQw4w9WgXcQ\n</div><figcaption>Film</figcaption></figure>',
    '<figure class="embed"><a href="https://www.youtube.com/watch?v=dQw4w9WgXcQ" rel="noopener">Film</a></figure>',
  ],
  [
    'a player in a frame',
    '<p>a<iframe src="//www.youtube.com/embed/dQw4w9WgXcQ?rel=0" title="T"></iframe>b</p>',
    '<p>a</p><figure class="embed"><a href="https://www.youtube.com/watch?v=dQw4w9WgXcQ" rel="noopener">T</a></figure><p>b</p>',
  ],
  [
    'an address alone in a paragraph',
    '<p>https://vimeo.com/1</p><p>https://a.example/x</p>',
    '<figure class="embed"><a href="https://vimeo.com/1" rel="noopener">https://vimeo.com/1</a></figure><p><a href="https://a.example/x" rel="noopener">https://a.example/x</a></p>',
  ],
  [
    'links to posts of the site',
    '<p><a href="http://www.old.example/blog/2014/one/#a">1</a><a href="https://old.example/blog/?p=3">2</a><a href="https://old.example/other">3</a></p>',
    '<p><a href="/blog/2014/one/#a">1</a><a href="/blog/?p=3">2</a><a href="https://old.example/other" rel="noopener">3</a></p>',
  ],
])('%s gets its counterpart', (_, html, expected) => {
  const { content, losses } = convert(html);
  expect(content).toBe(expected);
  expect(losses).toEqual([]);
});

test('images have their original addresses, also if a script loads them later', () => {
  const { imageUrls, content } = convert(
    '<img src="/a-300x200.png"><img src="data:image/gif;base64,R0" data-src="b.png"><img data-lazy-src="//c.example/c.png">' +
      '<noscript><img src="b.png"></noscript><img src="https://s.example/x.gif" width="1" height="1"><img class="wp-smiley" src="s.gif" alt=":)"><img alt="none">',
  );
  expect(imageUrls).toEqual([
    'https://old.example/a.png',
    'https://old.example/blog/b.png',
    '//c.example/c.png',
  ]);
  expect(content).toContain(':)');
});

test('what has no counterpart is listed by name', () => {
  const { content, losses } = convert(
    '<script src="https://s.example/a.js"></script><script type="application/ld+json">{}</script><style>a{}</style>' +
      '<form>Email <input></form><video src="https://old.example/v.mp4"></video><div class="kg-audio-card"><audio src="a.mp3"></audio><span class="kg-audio-title">Song</span><button>Play</button></div>' +
      '<div class="wp-block-file"><a href="https://old.example/f.pdf">F</a><a href="https://old.example/f.pdf">Download</a></div>' +
      '<iframe src="https://maps.example/m"></iframe><div class="kg-product-card">Shoe</div><div class="kg-signup-card">Join</div>',
  );
  expect(content).toBe(
    '<p><a href="https://old.example/v.mp4" rel="noopener">v.mp4</a></p><p><a href="http://a.mp3/" rel="noopener">Song</a></p><p><a href="https://old.example/f.pdf" rel="noopener">F</a></p><figure class="embed"><a href="https://maps.example/m" rel="noopener">https://maps.example/m</a></figure><p>Shoe</p>',
  );
  expect(losses.sort()).toEqual([
    ['block.unknown', 2, 'product', 'signup'],
    ['embed.link', 1, 'maps.example'],
    ['form', 1],
    ['media.link', 3, 'f.pdf', 'v.mp4', 'a.mp3'],
    ['script', 1, 's.example'],
  ]);
});
