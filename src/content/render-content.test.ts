import { findAll } from 'domutils';
import fc from 'fast-check';
import { HtmlValidate } from 'html-validate';
import { parseDocument } from 'htmlparser2';
import { expect, test } from 'vitest';
import { renderContent } from './render-content.ts';
import { sanitizeContent } from './sanitize-content.ts';

const imagePath = '/files/00000000-0000-4000-8000-000000000001';

/** The rendered heading levels for the given levels. */
function levels(...written: number[]): number[] {
  const html = written.map((level, at) => `<h${level}>Part ${at}</h${level}>`).join('<p>Text</p>');
  return [...renderContent(html).html.matchAll(/<h(\d)/g)].map((match) => Number(match[1]));
}

test('headings start below the page title and skip no level', () => {
  expect(levels(2, 3, 3, 2)).toEqual([2, 3, 3, 2]);
  expect(levels(1, 2, 3, 1)).toEqual([2, 3, 4, 2]);
  expect(levels(3, 4, 3)).toEqual([2, 3, 2]);
  expect(levels(2, 4, 4, 2)).toEqual([2, 3, 3, 2]);
  expect(levels(1, 4, 2, 3)).toEqual([2, 3, 3, 4]);
  expect(levels(4, 2)).toEqual([2, 2]);
});

test('headings have unique ids in their own script and are listed', () => {
  const html =
    '<h2>What’s <em>new</em>?</h2><h3>怎样下载</h3><h3>ดาวน์โหลด วิดีโอ</h3><h2>What s new</h2><h2>???</h2><h4>Deep</h4>';
  const { html: output, headings } = renderContent(html);
  expect(headings).toEqual([
    { id: 's-what-s-new', level: 2, text: 'What’s new?' },
    { id: 's-怎样下载', level: 3, text: '怎样下载' },
    { id: 's-ดาวน์โหลด-วิดีโอ', level: 3, text: 'ดาวน์โหลด วิดีโอ' },
    { id: 's-what-s-new-2', level: 2, text: 'What s new' },
    { id: 's-1', level: 2, text: '???' },
    { id: 's-deep', level: 3, text: 'Deep' },
  ]);
  expect(output).toContain('<h2 id="s-what-s-new">What’s <em>new</em>?</h2>');
});

test('a numbered id does not collide with a heading that ends with the number', () => {
  const { headings } = renderContent('<h2>A 2</h2><h2>A</h2><h2>A</h2><h2>A</h2>');
  expect(headings.map((heading) => heading.id)).toEqual(['s-a-2', 's-a', 's-a-3', 's-a-4']);
});

test('a heading keeps its own id behind the prefix, and in-page links follow it', () => {
  const html =
    '<h2>Two</h2><h2 id="two">First</h2><h3 id="two">Two</h3><h2>Sum</h2><h2 id="main">Main</h2>' +
    '<h3 id="früh_(1900)">Früh</h3><p>a</p><h4>b</h4><h4 id="deep">c</h4>';
  const links = [
    'two',
    'sum',
    's-sum',
    'main',
    'fr%C3%BCh_(1900)',
    'fr%C3%BCh_%281900%29',
    'deep',
    'gone',
    '',
  ];
  const rendered = renderContent(html + links.map((id) => `<p><a href="#${id}">x</a></p>`).join(''));
  expect(rendered.headings.map(({ id }) => id)).toEqual([
    's-two-2',
    's-two',
    's-two-3',
    's-sum',
    's-main',
    's-früh_(1900)',
  ]);
  expect(rendered.html).toContain('<h4 id="s-deep">c</h4>');
  const early = '#s-fr%C3%BCh_(1900)';
  expect([...rendered.html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
    ...['#s-two', '#s-sum', '#s-sum', '#s-main', early, early, '#s-deep', '#gone', '#'],
  ]);
  expect(renderContent('<h2 id="%">a</h2><p><a href="#%">b</a></p>').html).toContain('<a href="#s-%25">');
});

// A quadratic search for free numbers would exceed the test timeout.
test('thousands of identical headings are rendered in time', () => {
  const { headings } = renderContent('<h2>Same</h2>'.repeat(30_000));
  expect(headings.at(-1)?.id).toBe('s-same-30000');
});

test('stored images have a srcset of all widths, and sizes of at most the text column', () => {
  const { html } = renderContent(
    `<p><img src="${imagePath}/1000.webp" alt="A &amp; &quot;B&quot;" width="1000" height="500"></p>`,
  );
  expect(html).toBe(
    `<p><img src="${imagePath}/1000.webp" alt="A &amp; &quot;B&quot;" width="1000" height="500" loading="lazy" decoding="async" ` +
      `srcset="${imagePath}/480.webp 480w, ${imagePath}/768.webp 768w, ${imagePath}/1000.webp 1000w" sizes="(min-width: 664px) 624px, 100vw"></p>`,
  );
});

test('a small image has no srcset, and sizes follow the width attribute', () => {
  expect(
    renderContent(`<img src="${imagePath}/300.webp" alt="" width="300" height="10">`).html,
  ).not.toContain('srcset');
  const smallImageHtml = renderContent(
    `<img src="${imagePath}/2000.webp" alt="" width="320" height="160">`,
  ).html;
  expect(smallImageHtml).toContain('sizes="(min-width: 360px) 320px, 100vw"');
});

test('text, entities and code stay unchanged', () => {
  const html =
    '<p>1 &lt; 2 &amp; 3 “é” 下载</p><pre><code class="language-ts">a &lt;b&gt;\n  c</code></pre><hr><p>a<br>b</p>';
  expect(renderContent(html)).toEqual({ html, headings: [], questions: [] });
  expect(renderContent('')).toEqual({ html: '', headings: [], questions: [] });
});

test('rendered content is valid below a page title and deterministic', async () => {
  const validator = new HtmlValidate({
    extends: ['html-validate:standard', 'html-validate:document'],
    rules: { 'missing-doctype': 'off', 'no-trailing-whitespace': 'off' },
  });
  const piece = fc.constantFrom(
    ...'<h1> </h1> <h2> </h2> <h3>A</h3> <h4>A</h4> <p> </p> <table><tr><td>1</td></tr></table> <pre> </pre>'.split(
      ' ',
    ),
    ...'text &amp; &nbsp; " <ul><li> </ul> <blockquote> </blockquote> </a>'.split(' '),
    ...['<h2 id="a">A</h2>', '<h4 id="1">B</h4>', '<a href="#a">A</a>', '<details><summary>A</summary>'],
    ...[
      '<dl><dt>A<dd>',
      '</dl>',
      '<ruby>A<rt>B</ruby>',
      '<a href="/x">',
      `<img src="${imagePath}/900.webp">`,
    ],
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 14 }), async (pieces) => {
      const stored = sanitizeContent(pieces.join(''));
      const { html, headings } = renderContent(stored);
      expect(renderContent(stored).html).toBe(html);
      const ids = findAll((element) => element.attribs.id !== undefined, parseDocument(html).children);
      expect(ids.flatMap(({ name, attribs }) => (name === 'h4' ? [] : [attribs.id]))).toEqual(
        headings.map((heading) => heading.id),
      );
      const report = await validator.validateString(`<h1>Title</h1>${html}`);
      expect(report.results.flatMap((result) => result.messages.map((message) => message.ruleId))).toEqual(
        [],
      );
    }),
    { numRuns: 60 },
  );
});

test('the questions of all FAQs are listed as text, but not those without an answer', () => {
  const question = (name: string, answer: string) => `<details><summary>${name}</summary>${answer}</details>`;
  const html =
    `<section class="faq">${question('Is <em>it</em> &lt;b&gt;?', '<p>Yes <strong>it</strong>\n is.</p><ul><li>a</li><li>b<br>c</li></ul>')}` +
    `${question('Later?', '')}</section>${question('No question', '<p>x</p>')}` +
    `<section class="faq">${question('Two?', '<table><tbody><tr><td>a</td><td>b</td></tr></tbody></table>')}</section>`;
  expect(renderContent(sanitizeContent(html)).questions).toEqual([
    { question: 'Is it <b>?', answer: 'Yes it is.\na\nb\nc' },
    { question: 'Two?', answer: 'a b' },
  ]);
});
