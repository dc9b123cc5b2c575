import assert from 'node:assert/strict';
import { textContent } from 'domutils';
import { parseDocument } from 'htmlparser2';
import { htmlToMarkdown } from '#backup/content/markdown.ts';
import { sanitizeContent } from '#content/sanitize-content.ts';
import { markdownRenderers, parseRendered } from '#test/support/markdown-renderers.ts';
import { cleanPastedHtml } from '#web/admin/editor/rich-text/paste/clean-pasted-html.ts';
import { markdownToHtml } from '#web/admin/editor/rich-text/paste/markdown-to-html.ts';
import type { FuzzTarget } from '../target.ts';

/** Of our own Markdown, and of the HTML that our Markdown has. */
const elements =
  /^(?:p|br|hr|em|strong|del|s|u|h[1-6]|ul|ol|ol start|li|blockquote|img src alt|table|thead|tbody|tr|(?:th|td)(?: align)?|code|code class|pre|a (?:href|id|href rel|href target|href target rel|class href|class href target|class href rel|class href target rel)|a|span|mark|abbr(?: title)?|time(?: datetime)?|kbd|cite|ruby|rt|rp|details(?: open)?|summary|section class|dl|dt|dd)$/;
const safeUrl = /^(?:https?:\/\/|(?:mailto|tel|xmpp):|[/#])|^$/i;

/** In the renderers that know CommonMark. */
const renderers = [markdownRenderers.marked, markdownRenderers['markdown-it']].filter(
  (render) => render !== undefined,
);

/** As pasted and then saved. */
function importMarkdown(markdown: string): string {
  return sanitizeContent(cleanPastedHtml(markdownToHtml(markdown) ?? ''));
}

const readLetters = (html: string) =>
  textContent(parseDocument(html))
    .match(/[\p{L}\p{N}]/gu)
    ?.join('') ?? '';

/** Nothing in an exported post is live, and its words come back. */
export const target: FuzzTarget = {
  sources: [
    'backup/content/markdown.ts',
    'platform/escape-markdown.ts',
    ...[
      'markdown-to-html',
      'markdown-footnotes',
      'clean-pasted-html',
      'pasted-blocks',
      'pasted-elements',
    ].map((name) => `web/admin/editor/rich-text/paste/${name}.ts`),
  ],
  maxBytes: 4_096,
  check(input) {
    const text = input.toString();
    const stored = text.startsWith('<') ? sanitizeContent(text) : importMarkdown(text);
    const exported = htmlToMarkdown(stored);
    for (const render of renderers) {
      const { elements: found, urls } = parseRendered(render(exported));
      assert.deepEqual(
        found.filter((element) => !elements.test(element)),
        [],
      );
      assert.deepEqual(
        urls.filter((url) => !safeUrl.test(url)),
        [],
      );
    }
    assert.equal(readLetters(importMarkdown(exported)), readLetters(stored));
  },
};
