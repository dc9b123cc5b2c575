import { describe, expect, test } from 'vitest';
import { countWords } from '#i18n/reading-time.ts';
import { plainText, sanitizeContent } from './sanitize-content.ts';

const imagePath = '/files/0199c7f0-7a11-8a2b-9c3d-1e2f3a4b5c6d/480.webp';

describe('output of the editor stays unchanged', () => {
  test.each([
    '<p>One <strong>two <em>three</em></strong> <u>four</u> <s>five</s> H<sub>2</sub>O x<sup>2</sup></p>',
    '<h1>a</h1><h2>b</h2><h3>c</h3><h4>d</h4><hr><p>a<br>b</p>',
    '<ul><li><p>a</p><ul><li><p>b</p></li></ul></li></ul><ol start="3"><li>c</li></ol>',
    '<blockquote><p>a &amp; b &lt; c "d"</p></blockquote>',
    '<pre><code class="language-ts">if (a &lt; b) {\n  return;\n}</code></pre>',
    '<p><a href="https://example.org/a?b=c&amp;d" rel="noopener">a</a> <a href="/de/about">b</a> <a href="#c">c</a></p>',
    '<p><a href="mailto:a@example.org">m</a> <a href="tel:+49123">t</a></p>',
    `<figure><img src="${imagePath}" alt="A &quot;cat&quot;" width="480" height="300"><figcaption>Cat</figcaption></figure>`,
    '<table><caption>T</caption><thead><tr><th scope="col">a</th><th scope="col">b</th></tr></thead><tbody><tr><th scope="row">c</th><td rowspan="2">d</td></tr><tr><td>e</td></tr></tbody></table>',
    '<p lang="de" dir="ltr">Guten <span lang="zh-Hans">早</span></p>',
    '<p>中文 ไทย 😀 đ 👩‍👩‍👧‍👦 e\u0301 “q” — … \u00a0 ½ ∑ 𝒳 𠮷</p>',
    '<p>if (a &lt; b &amp;&amp; c &gt; d) &amp;lt;script&amp;gt;</p>',
    '<pre><code class="language-html">&lt;img src=x onerror="alert(1)"&gt;\n&lt;!-- x --&gt;</code></pre>',
    '<p>onclick=alert(1) javascript:void(0) data:text/html, style="x"</p>',
    '<p lang="ar" dir="rtl">مرحبا <span lang="zh-Hant-TW">早安</span> <em lang="sr-Latn">dobro</em></p>',
    '<table><caption>C</caption><thead><tr><th colspan="2" scope="col">a</th></tr></thead><tbody><tr><td>b</td><td>1 &lt; 2</td></tr></tbody></table>',
    '<blockquote><p>a</p><blockquote><p>b</p></blockquote></blockquote>',
    `<figure><figcaption>a</figcaption><img src="${imagePath}" alt="A"></figure>`,
    `<figure><img src="${imagePath}" alt="A"></figure>`,
    '<ul><li>a<p>b</p>c<p>d</p></li></ul>',
    '<ul><li><p>a</p><p>b</p></li></ul>',
    '<h1 lang="de">a</h1><hr><hr><p>b</p>',
    '<pre lang="de"><code class="language-js">a</code></pre>',
  ])('%s', (html) => expect(sanitizeContent(html)).toBe(html));
});

describe('scripts, styles and unsafe URLs are removed', () => {
  test.each([
    ['<script>alert(1)</script><p>a</p>', '<p>a</p>'],
    ['<p onclick="x()" style="color:red" class="big" id="top">a</p>', '<p>a</p>'],
    ['<a href="javascript:alert(1)">a</a>', '<p>a</p>'],
    ['<a href=" java&#10;script:alert(1)">a</a>', '<p>a</p>'],
    ['<a href="data:text/html,x">a</a>', '<p>a</p>'],
    ['<a href="vbscript:x">a</a>', '<p>a</p>'],
    ['<svg><a xlink:href="javascript:x"><text>a</text></a></svg>', '<p>a</p>'],
    ['<math><mi xlink:href="javascript:x">a</mi></math>', '<p>a</p>'],
    ['<iframe src="https://example.org">x</iframe><p>a</p>', '<p>a</p>'],
    ['<form action="/x"><input value="v"><button>b</button></form>', '<p>b</p>'],
    ['<noscript><p title="</noscript><img src=x onerror=alert(1)>">', ''],
    ['<img src="https://example.org/a.png" alt="x">', ''],
    ['<img src="data:image/png;base64,AAAA" alt="x">', ''],
    [
      `<p>a<img src="${imagePath}" srcset="https://example.org/a 1x" onerror="x()" width="1e3"></p>`,
      `<p>a<img src="${imagePath}" alt=""></p>`,
    ],
    ['a\0b\u0001c\ud800&#1;', '<p>abc\ufffd</p>'],
  ])('%j', (html, expected) => expect(sanitizeContent(html)).toBe(expected));
});

describe('invalid structure is normalized', () => {
  test.each([
    ['a line', '<p>a line</p>'],
    ['<div>a</div><div>b<div>c</div></div>', '<p>a</p><p>b</p><p>c</p>'],
    ['<b>x <i>y</i></b> <del>z</del>', '<p><strong>x <em>y</em></strong> <s>z</s></p>'],
    ['<b style="font-weight:normal"><p>a</p><p><b>b</b></p></b>', '<p>a</p><p><strong>b</strong></p>'],
    [
      '<strong><p>a</p><ul><li>b</li></ul></strong>',
      '<p><strong>a</strong></p><ul><li><strong>b</strong></li></ul>',
    ],
    ['<p>a<ul><li>b</ul>c', '<p>a</p><ul><li>b</li></ul><p>c</p>'],
    ['<ul>x<li>a</li><ul><li>b</li></ul></ul>', '<ul><li>x</li><li>a<ul><li>b</li></ul></li></ul>'],
    ['<ul><li>a<div>b</div></li></ul>', '<ul><li>a<p>b</p></li></ul>'],
    ['<li>a</li><td>b</td>', '<p>a</p><p>b</p>'],
    ['<a href="/x">a<a href="/y">b</a></a>', '<p><a href="/x">a</a><a href="/y">b</a></p>'],
    ['<a href="/x"><h2>a</h2></a>', '<h2><a href="/x">a</a></h2>'],
    ['<a href="/x"> </a><a href="/x"><strong></strong></a>', ''],
    [`<a href="/x"><img src="${imagePath}"></a>`, `<p><img src="${imagePath}" alt=""></p>`],
    ['<p></p><p>&nbsp;</p><p><br></p><h2> </h2><ul></ul><blockquote></blockquote>', ''],
    ['<h2>a<p>b</p></h2>', '<h2>a</h2><h2>b</h2>'],
    [`<h2><img src="${imagePath}"></h2>`, `<p><img src="${imagePath}" alt=""></p>`],
    ['<figure><figcaption>only words</figcaption></figure>', '<p>only words</p>'],
    [
      '<table>stray<tr><td>a<tr><td>b</table>',
      '<p>stray</p><table><tbody><tr><td>a</td></tr><tr><td>b</td></tr></tbody></table>',
    ],
    [
      '<table><tr><th>a<th>b<tr><th>c<td>d</table>',
      '<table><tbody><tr><th scope="col">a</th><th scope="col">b</th></tr><tr><th scope="row">c</th><td>d</td></tr></tbody></table>',
    ],
    [
      '<table><tr><td rowspan="9">a<td>b</table>',
      '<table><tbody><tr><td>a</td><td>b</td></tr></tbody></table>',
    ],
    ['<pre>  a\n\n  b   \n</pre>', '<pre>  a\n\n  b\n</pre>'],
    ['<pre><div>a</div><div>b</div></pre>', '<pre>a\nb</pre>'],
  ])('%j', (html, expected) => expect(sanitizeContent(html)).toBe(expected));
});

describe('obsolete and unsupported elements', () => {
  test.each([
    ['i', 'em'],
    ['b', 'strong'],
    ['ins', 'u'],
    ['del', 's'],
    ['strike', 's'],
    ['tt', 'code'],
    ['samp', 'code'],
  ])('%s becomes %s', (name, expected) => {
    expect(sanitizeContent(`<${name}>a</${name}>`)).toBe(`<p><${expected}>a</${expected}></p>`);
  });

  test.each(
    'section article header footer main aside nav address center hgroup fieldset legend form search dialog body'.split(
      ' ',
    ),
  )('%s becomes a separate paragraph', (name) => {
    expect(sanitizeContent(`a<${name}>b</${name}>c`)).toBe('<p>a</p><p>b</p><p>c</p>');
  });

  test.each(['script', 'style', 'textarea', 'xmp', 'noscript', 'title', 'iframe', 'noembed'])(
    'the content of %s is removed',
    (name) => {
      expect(sanitizeContent(`<p>a</p><${name}>b</${name}>`)).toBe('<p>a</p>');
    },
  );

  test.each([
    ['<listing>a\n b</listing>', '<pre>a\n b</pre>'],
    ['<h5>a</h5><h6>b</h6>', '<h4>a</h4><h4>b</h4>'],
    ['<select><option>a</option></select>b', '<p>b</p>'],
    ['<x-y>a</x-y><font color="red">b</font>', '<p>ab</p>'],
    ['<b style="FONT-WEIGHT: 400">a</b><b style="font-weight:700">b</b>', '<p>a<strong>b</strong></p>'],
    ['<i style="font-weight:normal">a</i><b>b</b>', '<p><em>a</em><strong>b</strong></p>'],
  ])('%j', (html, expected) => expect(sanitizeContent(html)).toBe(expected));
});

test('a partly emphasized word counts once, and blocks are separated', () => {
  expect(
    plainText(
      '<h2>A</h2><p>st<strong>ron</strong>g &amp; <a href="/x">link</a></p><ul><li>b</li><li>c</li></ul>',
    ),
  ).toBe('A\nstrong & link\nb\nc');
  expect(countWords(plainText('<p>a</p><p>b<br>c</p>'))).toBe(3);
});
