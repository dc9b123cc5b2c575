import { getElementsByTagName } from 'domutils';
import { parseDocument } from 'htmlparser2';
import { expect, test } from 'vitest';
import { serverTranslator } from '#i18n/server-translator.ts';
import { englishTranslator } from '#test/support/english-translator.ts';
import { listPlayerOrigins, renderFigures } from './post-figures.ts';

const card = (href: string, title = 'A film') =>
  `<figure class="embed"><a href="${href}" rel="noopener">${title}</a></figure>`;
const german = serverTranslator('de');

test('a video card says where it comes from and has its player, and the link stays', () => {
  const html = renderFigures(card('https://www.youtube.com/watch?v=dQw4w9WgXcQ&amp;t=5'), englishTranslator);
  expect(html).toBe(
    '<figure class="embed" data-player="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&amp;start=5">' +
      '<a href="https://www.youtube.com/watch?v=dQw4w9WgXcQ&amp;t=5" rel="noopener">A film</a>' +
      '<p>From YouTube. Nothing is loaded from there until you open it.</p></figure>',
  );
});

test('a card of another site has its host and no player', () => {
  const html = renderFigures(card('https://www.example.org/a'), german);
  expect(html).not.toContain('data-player');
  expect(html).toContain('<p>Von example.org. ');
});

test('a stored video or audio file has a player with its title, and its link is the fallback', () => {
  const url = '/files/0199c7f0-7a11-8a2b-9c3d-1e2f3a4b5c6d/clip.mp4';
  const clip = (href: string) => `<figure class="clip"><a href="${href}">A &amp; "b"</a></figure>`;
  expect(renderFigures(clip(url), german)).toBe(
    `<figure class="clip"><video src="${url}" controls preload="metadata" playsinline aria-label="A &amp; &quot;b&quot;">` +
      `<a href="${url}">A &amp; "b"</a></video><figcaption>A &amp; "b"</figcaption></figure>`,
  );
  expect(renderFigures(clip(url.replace('mp4', 'm4a')), german)).toContain(
    'clip.m4a" controls preload="metadata" aria',
  );
  for (const other of ['https://example.org/clip.mp4', '/files/x/clip.mp4', '/about'])
    expect(renderFigures(clip(other), german)).toBe(clip(other));
});

test('a download field is a form of the home page in the language of the page', () => {
  const html = renderFigures(
    '<figure class="download-field"><a href="/">A &lt;b&gt;</a></figure><p>x</p><figure class="download-field"><a href="/">B</a></figure>',
    german,
  );
  const document = parseDocument(html);
  const forms = getElementsByTagName('form', document);
  expect(forms.map(({ attribs }) => [attribs.method, attribs.action])).toEqual([
    ['post', '/de#downloader'],
    ['post', '/de#downloader'],
  ]);
  const ids = getElementsByTagName('input', document).map(({ attribs }) => attribs.id);
  expect(new Set(ids).size).toBe(2);
  expect(getElementsByTagName('label', document).map(({ attribs }) => attribs.for)).toEqual(ids);
  expect(html).toContain('>A &lt;b&gt;</label>');
  expect(html).toContain('<button name="intent" value="extract">');
  expect(html).not.toContain('<a href');
});

test('the date of a Threads post is written as in the language of the page', () => {
  const credit =
    '<figcaption><a href="https://www.threads.com/@a/post/b">A</a>, <time datetime="2026-11-20">2026-11-20</time></figcaption>';
  const other = '<p><time datetime="2026-11-20">2026-11-20</time></p>';
  expect(renderFigures(credit + other, german)).toBe(
    credit.replace('>2026-11-20<', '>20. November 2026<') + other,
  );
});

test('other HTML stays as it is', () => {
  const html = `<p>&lt;figure class="embed"&gt;</p><figure class="embed"><a href="https://vimeo.com/1"><strong>a</strong></a></figure>`;
  expect(renderFigures(html, german)).toBe(html);
});

test('only the origins of players in the post may be framed', () => {
  const vimeo = card('https://vimeo.com/76979871');
  expect(listPlayerOrigins(`<p>https://vimeo.com/76979871</p>${card('https://example.org')}`)).toEqual([]);
  expect(listPlayerOrigins(vimeo + vimeo)).toEqual(['https://player.vimeo.com']);
  expect(listPlayerOrigins(vimeo + card('https://youtu.be/dQw4w9WgXcQ'))).toEqual([
    'https://player.vimeo.com',
    'https://www.youtube-nocookie.com',
  ]);
});
