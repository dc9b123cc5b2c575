import assert from 'node:assert/strict';
import { textContent } from 'domutils';
import { parseDocument } from 'htmlparser2';
import { renderContent } from '#content/render-content.ts';
import { sanitizeContent } from '#content/sanitize-content.ts';
import { findViolations } from '#test/support/html-violations.ts';
import type { FuzzTarget } from '../target.ts';

/** A form that every parser of HTML reads in the same way, so that none finds another element in it. */
const strictHtml = /^(?:[^<>]|<(?:\/[a-z][a-z0-9]*|[a-z][a-z0-9]*(?: [a-z]+="[^"<>]*"| open)*(?: \/)?)>)*$/;
const harmless = /^[\p{L}\p{N} .,!?'-]*$/u;

const readText = (html: string) => textContent(parseDocument(html)).replace(/\s+/g, ' ').trim();

/** Only allowed elements and attributes survive in any HTML, and sanitizing is idempotent. */
export function checkSanitized(html: string): void {
  const once = sanitizeContent(html);
  assert.deepEqual(findViolations(once), []);
  assert.equal(sanitizeContent(once), once);
  assert.doesNotMatch(once, /[\0\ud800]/);
}

const addedIds =
  /(?<=<h[1-6][^<>]*) id="s-[^"<>]*"(?=[ >])|(?<=<a[^<>]*) id="ref-fn-[a-z0-9]+"|(?<=<li) id="fn-[a-z0-9]+"/g;

/** Rendering stored HTML adds only prefixed ids, the links of footnotes and image attributes. */
export function checkRendered(html: string): void {
  const rendered = renderContent(sanitizeContent(html)).html;
  const withoutIds = rendered.replace(addedIds, '');
  assert.doesNotMatch(withoutIds, /<[^<>]* id=/);
  const isAdded = (violation: string) =>
    /^(?:h[56]|img (?:loading|decoding|srcset|sizes)$|class (?:footnote-back|callout-label)$)/.test(
      violation,
    );
  assert.deepEqual(
    findViolations(withoutIds).filter((violation) => !isAdded(violation)),
    [],
  );
}

export const target: FuzzTarget = {
  sources: [
    ...['sanitize-content', 'normalize-html', 'link-url', 'block-contract', 'render-content'],
    ...['html/footnotes', 'html/inline-content', 'html/normalize-blocks', 'html/normalize-table'],
  ].map((name) => `content/${name}.ts`),
  maxBytes: 16_384,
  check(input) {
    const html = input.toString();
    checkSanitized(html);
    checkRendered(html);
    const stored = sanitizeContent(html);
    assert.match(stored, strictHtml);
    if (harmless.test(html))
      assert.equal(readText(stored), html.normalize('NFC').replace(/\s+/g, ' ').trim());
  },
};
