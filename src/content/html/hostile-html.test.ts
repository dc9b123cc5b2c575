import fc from 'fast-check';
import { HtmlValidate, StaticConfigLoader } from 'html-validate';
import { expect, test } from 'vitest';
import { checkRendered, checkSanitized } from '#test/fuzz/targets/html.ts';
import { hostileHtml } from '#test/support/hostile-html.ts';
import { stressRuns } from '#test/support/stress.ts';
import { sanitizeContent } from '../sanitize-content.ts';

const imagePath = '/files/0199c7f0-7a11-8a2b-9c3d-1e2f3a4b5c6d/480.webp';
const numRuns = stressRuns(1_500, 20_000);

/** Elements that are closed, nested and spanned at random. */
const structuredHtml = fc
  .array(
    fc.constantFrom(
      ...'p div span b a h1 h5 ul ol li pre code blockquote figure figcaption table caption thead tfoot tr td th mark abbr time kbd cite ruby rt rp details summary dl dt dd'
        .split(' ')
        .flatMap((name) => [`<${name}>`, `</${name}>`]),
      ...['<a href="/ok">', '<ol start="3">', '<p dir="rtl">', '<span lang="zh-hans">', '<br>', '<hr>'],
      ...['<aside class="callout-tip">', '<aside class="callout-tip x">', '</aside>'],
      ...['<section class="faq">', '</section>', '<details><summary>Q</summary>A</details>'],
      ...['<a class="button" href="/ok">', '<a class="button">'],
      ...['<h2 id="a">', '<abbr title="A">', '<time datetime="12:00">', '<details open>'],
      ...['<figure class="gallery x">', '<figure class="embed">', '<figure class="threads-post">'],
      ...['<td colspan="2">', '<td rowspan="2">', '<td rowspan="3">', '<th scope="row" rowspan="2">'],
      ...[`<img src="${imagePath}">`, `<img src="${imagePath}" alt="A" width="2">`, '<svg>', '<!--', '<'],
      ...['word', ' ', '\n', '&nbsp;', '&#0;', '中'],
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(''));

test('only allowed elements and attributes survive in any HTML, and sanitizing is idempotent', () => {
  fc.assert(fc.property(fc.oneof(hostileHtml, structuredHtml), checkSanitized), { numRuns });
});

test('rendering stored HTML adds only prefixed heading ids and image attributes', () => {
  fc.assert(fc.property(fc.oneof(hostileHtml, structuredHtml), checkRendered), {
    numRuns: Math.ceil(numRuns / 3),
  });
});

test('html-validate finds no errors in sanitized HTML', async () => {
  const checker = new HtmlValidate(
    new StaticConfigLoader({
      root: true,
      extends: ['html-validate:recommended', 'html-validate:a11y'],
      // Checked in the test of rendered pages, where the content is below a title and ids are unique.
      rules: { 'heading-level': 'off', 'tel-non-breaking': 'off', 'no-dup-id': 'off' },
    }),
  );
  await fc.assert(
    fc.asyncProperty(structuredHtml, async (html) => {
      const sanitized = sanitizeContent(html);
      const { results } = await checker.validateString(sanitized);
      const problems = results.flatMap(({ messages }) =>
        messages.map(({ ruleId, message }) => `${ruleId}: ${message}`),
      );
      expect({ sanitized, problems }).toEqual({ sanitized, problems: [] });
    }),
    { numRuns: 120 },
  );
});
