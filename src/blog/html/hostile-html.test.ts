import fc from 'fast-check';
import { HtmlValidate, StaticConfigLoader } from 'html-validate';
import { Parser } from 'htmlparser2';
import { expect, test } from 'vitest';
import { hostileHtml } from '#test/support/hostile-html.ts';
import { stressRuns } from '#test/support/stress.ts';
import { sanitizeContent } from '../sanitize-content.ts';
import { renderContent } from './render-content.ts';

const imagePath = '/files/0199c7f0-7a11-8a2b-9c3d-1e2f3a4b5c6d/480.webp';
const numRuns = stressRuns(1_500, 20_000);

const allowed: Record<string, RegExp> = {
  a: /^(?:class|href|target|rel|lang|dir)$/,
  aside: /^(?:class|lang|dir)$/,
  section: /^(?:class|lang|dir)$/,
  img: /^(?:src|alt|width|height|lang|dir)$/,
  code: /^(?:class|lang|dir)$/,
  figure: /^(?:class|lang|dir)$/,
  ol: /^(?:start|lang|dir)$/,
  abbr: /^(?:title|lang|dir)$/,
  time: /^(?:datetime|lang|dir)$/,
  details: /^(?:open|lang|dir)$/,
  td: /^(?:colspan|rowspan|lang|dir)$/,
  th: /^(?:colspan|rowspan|scope|lang|dir)$/,
};
const allowedClasses: Record<string, RegExp> = {
  a: /^button$/,
  aside: /^callout-(?:note|tip|warning)$/,
  section: /^faq$/,
  code: /^language-[\w+#-]+$/,
  figure: /^(?:threads-post|download-field|gallery|embed|wide|full)$/,
};
const names =
  'p ul li blockquote pre strong em u s sub sup figcaption table caption thead tbody tfoot tr hr br span';
const semanticNames = 'mark kbd cite ruby rt rp summary dl dt dd';

for (const name of `${names} ${semanticNames}`.split(' ')) allowed[name] = /^(?:lang|dir)$/;
for (const name of ['h1', 'h2', 'h3', 'h4']) allowed[name] = /^(?:id|lang|dir)$/;
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

/** `//host` and `/\host` would point to other sites. */
const allowedHref = /^(?:https?:\/\/|mailto:|tel:|#|\/(?![/\\]))/;

function findViolations(html: string): string[] {
  const violations: string[] = [];
  const parser = new Parser({
    onopentag(name, attributes) {
      for (const [key, value] of Object.entries(attributes)) {
        if (!allowed[name]?.test(key)) violations.push(`${name} ${key}`);
        if (key === 'class' && !allowedClasses[name]?.test(value)) violations.push(`class ${value}`);
        if (key === 'href' && !allowedHref.test(value)) violations.push(`href ${value}`);
      }
      if (!allowed[name]) violations.push(name);
    },
    oncomment: (text) => void violations.push(`comment ${text}`),
    onprocessinginstruction: (name) => void violations.push(name),
  });
  parser.end(html);
  return violations;
}

test('only allowed elements and attributes survive in any HTML, and sanitizing is idempotent', () => {
  fc.assert(
    fc.property(fc.oneof(hostileHtml, structuredHtml), (input) => {
      const once = sanitizeContent(input);
      expect(findViolations(once)).toEqual([]);
      expect(sanitizeContent(once)).toBe(once);
      expect(once).not.toMatch(/[\0\ud800]/);
    }),
    { numRuns },
  );
});

test('rendering stored HTML adds only prefixed heading ids and image attributes', () => {
  fc.assert(
    fc.property(fc.oneof(hostileHtml, structuredHtml), (input) => {
      const { html } = renderContent(sanitizeContent(input));
      const withoutIds = html.replace(/(?<=<h[1-6][^<>]*) id="s-[^"<>]*"(?=[ >])/g, '');
      expect(withoutIds).not.toMatch(/<[^<>]* id=/);
      expect(
        findViolations(withoutIds).filter(
          (violation) => !/^(?:h[56]|img (?:loading|decoding)$)/.test(violation),
        ),
      ).toEqual([]);
    }),
    { numRuns: Math.ceil(numRuns / 3) },
  );
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
