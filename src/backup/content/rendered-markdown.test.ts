import fc from 'fast-check';
import { expect, test } from 'vitest';
import { escapeHtml, escapeHtmlAttribute } from '#platform/escape-html.ts';
import { composedMarkdown, hostileMarkdown } from '#test/support/hostile-markdown.ts';
import { markdownRenderers, parseRendered } from '#test/support/markdown-renderers.ts';
import { htmlToMarkdown } from './markdown.ts';

/** In every element of a post that holds text. */
function exportPost(words: string): string {
  const text = escapeHtml(words);
  const attribute = escapeHtmlAttribute(words);
  const code = `<p><code>${text}</code> <a href="/b"><code>${text}</code></a></p><pre><code>${text}</code></pre>`;
  return htmlToMarkdown(`
    <p>${text}<br>${text} <strong>${text}</strong> <a href="https://a.example/${attribute}">${text}</a></p>
    <p><a href="/b" target="_blank">${text}</a> <mark>${text}</mark> <abbr title="${attribute}">a</abbr></p>
    <h2 id="x">${text}</h2><ul><li><p>${text}</p></li><li>${code}</li></ul><blockquote>${code}</blockquote>
    <figure><img src="/files/x" alt="${attribute}"><figcaption>${text}</figcaption></figure>
    <table><tr><th>${text}</th></tr><tr><td>${text} <code>${text}</code> <code>\\${text}</code></td></tr></table>
    <details><summary>${text}</summary><p>${text} <a href="https://a.example/${attribute}">a</a></p>${code}</details>
    <dl><dt>${text}</dt><dd>${text} ${code}</dd></dl>
    ${code}`);
}

const ours = [
  ...['p', 'br', 'strong', 'a href', 'a href target', 'a id', 'a', 'mark', 'abbr title', 'h2', 'ul', 'li'],
  ...['blockquote', 'img src alt', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'code', 'pre'],
  ...['details', 'summary', 'dl', 'dt', 'dd'],
];

function findUnexpected(html: string): string[] {
  const { elements, urls } = parseRendered(html);
  return [
    ...elements.filter((element) => !ours.includes(element)),
    ...urls.filter((url) => !/^(https?:\/\/|(mailto|xmpp):|\/)/i.test(url)),
  ];
}

test.each(Object.entries(markdownRenderers))('an exported post has no live HTML in %s', (_, render) => {
  // A fifth, with every prefix and every tag.
  for (const text of hostileMarkdown.filter((_, index) => index % 5 === 0))
    expect(findUnexpected(render(exportPost(text))), text).toEqual([]);
  fc.assert(
    fc.property(composedMarkdown, (text) => {
      expect(findUnexpected(render(exportPost(text)))).toEqual([]);
    }),
    { numRuns: 50 },
  );
});

test.each(Object.entries(markdownRenderers))('a footnote is no target of a link in %s', (_, render) => {
  for (const note of ['javascript:alert(1)', 'javascript:alert(1) "x"', 'a\t(x)', 'javascript:ran//<br>x']) {
    const html = `<p>a<sup class="footnote"><a href="#fn-a"></a></sup></p><ol class="footnotes"><li id="fn-a"><p>${note}</p></li></ol>`;
    const { urls } = parseRendered(render(htmlToMarkdown(html)));
    expect(
      urls.filter((url) => !url.startsWith('#')),
      note,
    ).toEqual([]);
  }
});
