import { expect, test } from 'vitest';
import { stressRuns } from '#test/support/stress.ts';
import { sanitizeContent } from '../sanitize-content.ts';
import { limitMarkup } from './limit-markup.ts';

test('HTML within the limits stays unchanged', () => {
  const html = `${'<div><p>a<br>'.repeat(400)}</b>${'<li>b'.repeat(3000)}`;
  expect(limitMarkup(html)).toBe(html);
});

test.each([
  '<div>',
  '<b>',
  '<ul><li>',
  '<table><tr><td>',
  '<blockquote>',
  '<a href="/x">',
  '<span lang="de">',
])('20,000 nested %s become a flat text', (opening) => {
  const once = sanitizeContent(`${opening.repeat(20_000)}word`);
  expect(once).toContain('word');
  expect(once.length).toBeLessThan(2_000);
  expect(sanitizeContent(once)).toBe(once);
});

test('the text after too many elements and attributes is kept', () => {
  const html = `${'<p>a</p>'.repeat(100_000)}<p>b &lt; c</p><b>d`;
  expect(limitMarkup(html)).toBe(`${'<p>a</p>'.repeat(100_000)} b &lt; c  d`);
  expect(limitMarkup(`a<b${' c=">"'.repeat(200_000)}>d</b>`)).not.toContain('<');
});

test.runIf(stressRuns(0, 1) === 1)(
  'sanitizing is idempotent near the element limit',
  { timeout: 600_000 },
  () => {
    const once = sanitizeContent('<span lang=de>a</span>'.repeat(60_000));
    expect(sanitizeContent(once) === once).toBe(true);
  },
);

test.each(['<', '>', '&#x', '&gt'])('a quarter of a million %s are removed', (sign) => {
  const once = sanitizeContent(`<p>word</p>${sign.repeat(250_000)}`);
  expect(once).toMatch(/^<p>word<\/p>/);
  expect(once.length).toBeLessThan(1_600_000);
  expect(sanitizeContent(once) === once).toBe(true);
});
