import { findAll } from 'domutils';
import fc from 'fast-check';
import { HtmlValidate } from 'html-validate';
import { parseDocument } from 'htmlparser2';
import { expect, test } from 'vitest';
import { renderContent } from './render-content.ts';
import { sanitise } from './sanitise.ts';

const picture = '/files/00000000-0000-4000-8000-000000000001';

/** Levels as shown, by the levels written. */
function levels(...written: number[]): number[] {
  const html = written.map((level, at) => `<h${level}>Part ${at}</h${level}>`).join('<p>Text</p>');
  return [...renderContent(html).html.matchAll(/<h(\d)/g)].map((match) => Number(match[1]));
}

test('headings begin below the title of the page and leave no level out', () => {
  expect(levels(2, 3, 3, 2)).toEqual([2, 3, 3, 2]);
  expect(levels(1, 2, 3, 1)).toEqual([2, 3, 4, 2]);
  expect(levels(3, 4, 3)).toEqual([2, 3, 2]);
  expect(levels(2, 4, 4, 2)).toEqual([2, 3, 3, 2]);
  expect(levels(1, 4, 2, 3)).toEqual([2, 3, 3, 4]);
  expect(levels(4, 2)).toEqual([2, 2]);
});

test('headings have ids in their own script, each once, and are listed', () => {
  const html =
    '<h2>What’s <em>new</em>?</h2><h3>怎样下载</h3><h3>ดาวน์โหลด วิดีโอ</h3><h2>What s new</h2><h2>???</h2><h4>Deep</h4>';
  const { html: shown, headings } = renderContent(html);
  expect(headings).toEqual([
    { id: 's-what-s-new', level: 2, text: 'What’s new?' },
    { id: 's-怎样下载', level: 3, text: '怎样下载' },
    { id: 's-ดาวน์โหลด-วิดีโอ', level: 3, text: 'ดาวน์โหลด วิดีโอ' },
    { id: 's-what-s-new-2', level: 2, text: 'What s new' },
    { id: 's-1', level: 2, text: '???' },
    { id: 's-deep', level: 3, text: 'Deep' },
  ]);
  expect(shown).toContain('<h2 id="s-what-s-new">What’s <em>new</em>?</h2>');
});

test('an id that counts does not meet one that is written so', () => {
  const { headings } = renderContent('<h2>A 2</h2><h2>A</h2><h2>A</h2><h2>A</h2>');
  expect(headings.map((heading) => heading.id)).toEqual(['s-a-2', 's-a', 's-a-3', 's-a-4']);
});

// Looking at every number again for each heading would outlast the time a test has.
test('a text of nothing but the same heading is worked off', () => {
  const { headings } = renderContent('<h2>Same</h2>'.repeat(30_000));
  expect(headings.at(-1)?.id).toBe('s-same-30000');
});

test('pictures of ours come in all widths they are kept in, no wider than a line', () => {
  const { html } = renderContent(
    `<p><img src="${picture}/1000.webp" alt="A &amp; &quot;B&quot;" width="1000" height="500"></p>`,
  );
  expect(html).toBe(
    `<p><img src="${picture}/1000.webp" alt="A &amp; &quot;B&quot;" width="1000" height="500" loading="lazy" decoding="async" ` +
      `srcset="${picture}/480.webp 480w, ${picture}/768.webp 768w, ${picture}/1000.webp 1000w" sizes="(min-width: 664px) 624px, 100vw"></p>`,
  );
});

test('a small picture needs no choice, and one shown small asks for little', () => {
  expect(renderContent(`<img src="${picture}/300.webp" alt="" width="300" height="10">`).html).not.toContain(
    'srcset',
  );
  const shownSmall = renderContent(`<img src="${picture}/2000.webp" alt="" width="320" height="160">`).html;
  expect(shownSmall).toContain('sizes="(min-width: 360px) 320px, 100vw"');
});

test('text, entities and code stay as they are', () => {
  const html =
    '<p>1 &lt; 2 &amp; 3 “é” 下载</p><pre><code class="language-ts">a &lt;b&gt;\n  c</code></pre><hr><p>a<br>b</p>';
  expect(renderContent(html)).toEqual({ html, headings: [] });
  expect(renderContent('')).toEqual({ html: '', headings: [] });
});

test('whatever was stored is valid below a title, and shown the same each time', async () => {
  const validator = new HtmlValidate({
    extends: ['html-validate:standard', 'html-validate:document'],
    rules: { 'missing-doctype': 'off', 'no-trailing-whitespace': 'off' },
  });
  const piece = fc.constantFrom(
    ...[
      '<h1>',
      '</h1>',
      '<h2>',
      '</h2>',
      '<h3>A</h3>',
      '<h4>A</h4>',
      '<p>',
      '</p>',
      '<table><tr><td>1</td></tr></table>',
      '<pre>',
      '</pre>',
    ],
    ...[
      'text',
      '&amp;',
      '&nbsp;',
      '"',
      `<img src="${picture}/900.webp">`,
      '<ul><li>',
      '</ul>',
      '<blockquote>',
      '</blockquote>',
      '<a href="/x">',
      '</a>',
    ],
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 14 }), async (pieces) => {
      const stored = sanitise(pieces.join(''));
      const { html, headings } = renderContent(stored);
      expect(renderContent(stored).html).toBe(html);
      const ids = findAll((element) => element.attribs.id !== undefined, parseDocument(html).children);
      expect(ids.map((element) => element.attribs.id)).toEqual(headings.map((heading) => heading.id));
      const report = await validator.validateString(`<h1>Title</h1>${html}`);
      expect(report.results.flatMap((result) => result.messages.map((message) => message.ruleId))).toEqual(
        [],
      );
    }),
    { numRuns: 60 },
  );
});
