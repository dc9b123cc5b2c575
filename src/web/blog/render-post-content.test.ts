import { expect, test } from 'vitest';
import { serverTranslator } from '#i18n/server-translator.ts';
import { renderPostContent } from './render-post-content.ts';

const render = async (html: string, locale: 'en' | 'de' | 'th') =>
  (
    await renderPostContent(
      { renderContent: async () => ({ html, headings: [], questions: [] }) },
      '',
      serverTranslator(locale),
    )
  ).html;

test('each callout starts with its label in the language of the text', async () => {
  const html =
    '<aside class="callout-tip"><p>a &lt;aside class="callout-tip"&gt;</p></aside><aside class="callout-warning" lang="en"><p>b</p></aside>';
  expect(await render(html, 'de')).toBe(
    '<aside class="callout-tip" role="note"><p class="callout-label"><strong>Tipp</strong></p><p>a &lt;aside class="callout-tip"&gt;</p></aside>' +
      '<aside class="callout-warning" role="note" lang="en"><p class="callout-label"><strong>Achtung</strong></p><p>b</p></aside>',
  );
  expect(await render('<aside class="callout-note"><p>a</p></aside>', 'th')).toContain('หมายเหตุ');
});

test('references and notes have names in the language of the text', async () => {
  const html =
    '<p>a<sup class="footnote"><a href="#fn-x" id="ref-fn-x">1</a></sup></p>' +
    '<ol class="footnotes"><li id="fn-x">b <a class="footnote-back" href="#ref-fn-x">↩</a></li></ol>';
  expect(await render(html, 'de')).toBe(
    '<p>a<sup class="footnote"><a href="#fn-x" id="ref-fn-x" role="doc-noteref" aria-label="Fußnote 1">1</a></sup></p>' +
      '<ol class="footnotes" aria-label="Fußnoten"><li id="fn-x">b <a class="footnote-back" role="doc-backlink" aria-label="Zurück zur Textstelle 1" href="#ref-fn-x">↩</a></li></ol>',
  );
});
