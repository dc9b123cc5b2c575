import { expect, test } from 'vitest';
import { stressRuns } from '#test/support/stress.ts';
import { limitMarkup } from './limit-markup.ts';
import { sanitise } from './sanitise.ts';

test('what is nested as texts are stays as it came', () => {
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
])('20,000 nested %s end in a shallow text', (opening) => {
  const once = sanitise(`${opening.repeat(20_000)}word`);
  expect(once).toContain('word');
  expect(once.length).toBeLessThan(2_000);
  expect(sanitise(once)).toBe(once);
});

test('elements and attributes without end end in words', () => {
  const given = `${'<p>a</p>'.repeat(100_000)}<p>b &lt; c</p><b>d`;
  expect(limitMarkup(given)).toBe(`${'<p>a</p>'.repeat(100_000)} b &lt; c  d`);
  expect(limitMarkup(`a<b${' c=">"'.repeat(200_000)}>d</b>`)).not.toContain('<');
});

test.runIf(stressRuns(0, 1) === 1)(
  'as many elements as may be are the same twice',
  { timeout: 600_000 },
  () => {
    const once = sanitise('<span lang=de>a</span>'.repeat(60_000));
    expect(sanitise(once) === once).toBe(true);
  },
);

test.each(['<', '>', '&#x', '&gt'])('%s a quarter of a million times is no text', (sign) => {
  const once = sanitise(`<p>word</p>${sign.repeat(250_000)}`);
  expect(once).toMatch(/^<p>word<\/p>/);
  expect(once.length).toBeLessThan(1_600_000);
  expect(sanitise(once) === once).toBe(true);
});
