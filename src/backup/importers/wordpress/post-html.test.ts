import { expect, test } from 'vitest';
import { createLosses } from '../foreign-site.ts';
import { toPostHtml } from './post-html.ts';

const attachments = new Map([
  ['1', { url: 'https://old.example/1.png', alt: 'One', caption: 'First', parent: '7' }],
  ['2', { url: 'https://old.example/2.png', alt: '', caption: '', parent: '8' }],
]);

function convert(content: string, footnotes = '') {
  const losses = createLosses();
  const html = toPostHtml(content, footnotes, { postId: '7', attachments, losses });
  return { html: html.replace(/\n+/g, ''), losses: losses.list().flatMap(({ details }) => details) };
}

test.each([
  ['lines and empty lines', 'a\nb\n\nc', '<p>a<br>b</p><p>c</p>'],
  ['a heading between lines', 'a\n<h2>B</h2>\nc', '<p>a</p><h2>B</h2><p>c</p>'],
  ['a list', '<ul>\n<li>a</li>\n<li>b</li>\n</ul>', '<ul><li>a</li><li>b</li></ul>'],
  ['preformatted text', 'a\n<pre>x\n\ny</pre>\nb', '<p>a</p><pre>xy</pre><p>b</p>'],
  ['paragraphs', '<p>a</p>\n\n<p>b</p>', '<p>a</p><p>b</p>'],
  ['a quote', '<blockquote>a\n\nb</blockquote>', '<blockquote><p>a</p><p>b</p></blockquote>'],
  ['a page break', 'a<!--more Read on-->\n\nb<!--nextpage-->', '<p>a</p><p>b</p>'],
])('%s of the classic editor keep their meaning', (_, content, expected) => {
  expect(convert(content).html).toBe(expected);
});

test.each([
  [
    '[caption id="a" width="3"]<a href="/x"><img src="i.png" /></a> A <em>b</em>[/caption]',
    '<figure><a href="/x"><img src="i.png" /></a><figcaption>A <em>b</em></figcaption></figure>',
  ],
  [
    '[caption caption="Old"]<img src="i.png">[/caption]',
    '<figure><img src="i.png"><figcaption>Old</figcaption></figure>',
  ],
  [
    '[gallery ids="2,1"]',
    '<figure class="wp-block-gallery"><figure><img src="https://old.example/2.png" alt=""></figure><figure><img src="https://old.example/1.png" alt="One"><figcaption>First</figcaption></figure></figure>',
  ],
  [
    '[gallery]',
    '<figure class="wp-block-gallery"><figure><img src="https://old.example/1.png" alt="One"><figcaption>First</figcaption></figure></figure>',
  ],
  ['[embed width="3"]https://vimeo.com/1[/embed]', '<p>https://vimeo.com/1</p>'],
  ['[youtube=https://www.youtube.com/watch?v=a&amp;t=1]', '<p>https://www.youtube.com/watch?v=a&amp;t=1</p>'],
  ['[youtube dQw4w9WgXcQ]', '<p>https://www.youtube.com/watch?v=dQw4w9WgXcQ</p>'],
  ['[audio https://old.example/a.mp3]', '<audio src="https://old.example/a.mp3"></audio>'],
  ['[video mp4="https://old.example/a.mp4"][/video]', '<video src="https://old.example/a.mp4"></video>'],
  ['[sourcecode language="php"]a < b[/sourcecode]', '<pre><code class="language-php">a &lt; b</code></pre>'],
  ['[ccnle_php]a &lt; b [gallery][/ccnle_php]', '<pre><code>a &lt; b [gallery]</code></pre>'],
  [
    'see [1], [sic], a[i] and <code>[gallery]</code>',
    '<p>see [1], [sic], a[i] and <code>[gallery]</code></p>',
  ],
  ['[[gallery]]', '<p>[gallery]</p>'],
])('the shortcode %s is converted', (content, expected) => {
  expect(convert(content)).toEqual({ html: expected, losses: [] });
});

test('shortcodes of plugins are removed and listed, but the text in them stays', () => {
  expect(
    convert('[vc_row a="b"]Text[/vc_row] [contact-form-7 id="1"] [xy y="z"/] [gallery ids="9"]'),
  ).toEqual({
    html: '<p>Text</p>',
    losses: ['vc_row', 'contact-form-7', 'xy', 'gallery'],
  });
});

test('blocks lose their comments, and those without HTML are listed', () => {
  const content =
    '<!-- wp:heading {"level":3} -->\n<h3>A</h3>\n<!-- /wp:heading -->\n<!-- wp:latest-posts {"a":{"b":1}} /-->\n<!-- wp:my/block /--><!-- wp:spacer /-->\n<!-- wp:shortcode -->\n[xy y="z"]\n<!-- /wp:shortcode -->';
  expect(convert(content)).toEqual({ html: '<h3>A</h3>', losses: ['latest-posts', 'my/block', 'xy'] });
});

test('footnotes of blocks become footnotes', () => {
  const reference = '<sup data-fn="0a1b2c3d-x" class="fn"><a href="#0a1b2c3d-x" id="l">1</a></sup>';
  const notes = JSON.stringify([{ id: '0a1b2c3d-x', content: 'Note' }]);
  const content = `<!-- wp:paragraph --><p>a${reference.replaceAll('-x', '-ab')}</p><!-- /wp:paragraph -->`;
  expect(convert(content, notes.replaceAll('-x', '-ab')).html).toBe(
    '<p>a<sup class="footnote"><a href="#fn-w1"></a></sup></p><ol class="footnotes"><li id="fn-w1">Note</li></ol>',
  );
  expect(convert(content, 'x').html).toBe(`<p>a${reference.replaceAll('-x', '-ab')}</p>`);
});
