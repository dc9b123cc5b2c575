import { expect, test } from 'vitest';
import { sanitizeContent } from '#content/sanitize-content.ts';
import { createLosses } from '../foreign-site.ts';
import { convertHtml } from '../html/convert-html.ts';
import { buildPermalink } from './ghost-site.ts';
import { lexicalToHtml } from './lexical.ts';
import { mobiledocToHtml } from './mobiledoc.ts';

const source = { url: null, hasAddress: () => false, findOriginal: (url: string) => url };
const toContent = (html: string | null) => {
  const converted = convertHtml(html ?? '', source, createLosses());
  return sanitizeContent(converted.render(() => '/files/0199c7f0-7a11-8a2b-9c3d-000000000001/1.webp'));
};
const text = (value: string, format = 0) => ({ type: 'extended-text', text: value, format });

test('the nodes and cards of Lexical become elements of a post', () => {
  const losses = createLosses();
  const html = lexicalToHtml(
    JSON.stringify({
      root: {
        children: [
          {
            type: 'paragraph',
            children: [text('a<b '), text('bold', 3), { type: 'linebreak' }, text('c', 16)],
          },
          { type: 'extended-heading', tag: 'h3', children: [text('Head')] },
          {
            type: 'list',
            listType: 'number',
            start: 3,
            children: [{ type: 'listitem', children: [text('x')] }],
          },
          { type: 'link', url: 'https://a.example/', children: [text('link')] },
          {
            type: 'image',
            src: 'https://a.example/i.png',
            alt: '"A"',
            caption: '<b>C</b>',
            cardWidth: 'full',
          },
          { type: 'codeblock', code: 'a < b', language: 'js' },
          { type: 'callout', calloutEmoji: '💡', calloutText: 'Note' },
          { type: 'toggle', heading: 'Q', content: '<p>A</p>' },
          { type: 'button', buttonUrl: 'https://a.example/b', buttonText: 'Go' },
          {
            type: 'embed',
            url: 'https://vimeo.com/123',
            html: '<iframe src="https://player.vimeo.com/video/123"></iframe>',
          },
          { type: 'bookmark', url: 'https://a.example/page', metadata: { title: 'Page' } },
          { type: 'markdown', markdown: '*m*' },
          { type: 'horizontalrule' },
          { type: 'signup', header: 'Join' },
          { type: 'paywall' },
        ],
      },
    }),
    losses,
  );
  const src = '/files/0199c7f0-7a11-8a2b-9c3d-000000000001/1.webp';
  expect(toContent(html)).toBe(
    '<p>a&lt;b <em><strong>bold</strong></em><br><code>c</code></p><h3>Head</h3><ol start="3"><li>x</li></ol>' +
      '<p><a href="https://a.example/" rel="noopener">link</a></p>' +
      `<figure class="full"><img src="${src}" alt="&quot;A&quot;"><figcaption><strong>C</strong></figcaption></figure>` +
      '<pre><code class="language-js">a &lt; b</code></pre><aside class="callout-note"><p>💡 Note</p></aside>' +
      '<details><summary>Q</summary><p>A</p></details><p><a class="button" href="https://a.example/b" rel="noopener">Go</a></p>' +
      '<figure class="embed"><a href="https://vimeo.com/123" rel="noopener">https://vimeo.com/123</a></figure>' +
      '<figure class="embed"><a href="https://a.example/page" rel="noopener">Page</a></figure><p><em>m</em></p><hr>',
  );
  expect(losses.list()).toEqual([{ code: 'block.unknown', count: 1, details: ['signup'] }]);
});

test('the sections, marks, cards and atoms of Mobiledoc become elements of a post', () => {
  const losses = createLosses();
  const html = mobiledocToHtml(
    JSON.stringify({
      version: '0.3.1',
      atoms: [['soft-return', '', {}]],
      cards: [
        ['card-markdown', { markdown: '# M' }],
        ['gallery', { images: [{ src: 'https://a.example/1.png' }, { src: 'https://a.example/2.png' }] }],
        ['poll', {}],
      ],
      markups: [['strong'], ['a', ['href', 'https://a.example/']]],
      sections: [
        [
          1,
          'p',
          [
            [0, [0], 0, 'a'],
            [0, [1], 2, 'b<'],
            [1, [], 0, 0],
            [0, [], 0, 'c'],
          ],
        ],
        [3, 'ul', [[[0, [], 0, 'x']], [[0, [], 0, 'y']]]],
        [10, 0],
        [10, 1],
        [10, 2],
        [2, 'https://a.example/3.png'],
      ],
    }),
    losses,
  );
  const figure = '<figure><img src="/files/0199c7f0-7a11-8a2b-9c3d-000000000001/1.webp" alt=""></figure>';
  expect(toContent(html)).toBe(
    '<p><strong>a<a href="https://a.example/" rel="noopener">b&lt;</a></strong><br>c</p><ul><li>x</li><li>y</li></ul>' +
      `<h1>M</h1><figure class="gallery">${figure}${figure}</figure>${figure}`,
  );
  expect(losses.list()).toEqual([{ code: 'block.unknown', count: 1, details: ['poll'] }]);
});

test('what is not such a document is ignored, however deep it is', () => {
  const losses = createLosses();
  for (const json of ['', 'x', 'null', '[]', '{"root":1}', '{"sections":1}']) {
    expect(lexicalToHtml(json, losses)).toBeNull();
    expect(mobiledocToHtml(json, losses)).toBeNull();
  }
  const deep = `{"root":${'{"type":"x","children":['.repeat(20_000)}${']}'.repeat(20_000)}}`;
  expect(lexicalToHtml(deep, losses)).toBe('');
});

test('a permalink has the parts of its pattern', () => {
  const post = { id: '1', slug: 'a b', author: 'ada', tag: 'x', publishedAt: '2020-01-01T23:30:00.000Z' };
  expect(buildPermalink('/:year/:month/:day/:primary_tag/:author/:slug/:else/', post, 'Mars/Base')).toBe(
    '/2020/01/01/x/ada/a%20b/%3Aelse/',
  );
});
