import { expect, test } from 'vitest';
import { stressRuns } from '#test/support/stress.ts';
import { limitMarkup, sanitizeContent } from '../sanitize-content.ts';

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

test('a thousand nested elements stay; beyond that only the text stays', () => {
  const nested = '<b>'.repeat(1000);
  expect(limitMarkup(`${nested}a`)).toBe(`${nested}a`);
  expect(limitMarkup(`${nested}<i>a</i><u>b`)).toBe(`${nested} a  b`);
});

test('a closed element does not count as nested', () => {
  const html = '<b>a</b>'.repeat(1_001);
  expect(limitMarkup(html)).toBe(html);
});

test('a hundred thousand elements and attributes stay; beyond that only the text stays', () => {
  const most = '<b c>a</b>'.repeat(50_000);
  expect(limitMarkup(most)).toBe(most);
  expect(limitMarkup(`${most}<i>a`)).toBe(`${most} a`);
  expect(limitMarkup(`${most.slice(10)}<b c d>a`)).toBe(`${most.slice(10)} a`);
});

test('26,000 readings stay as they are when they are saved again', () => {
  const once = sanitizeContent(`<p>${'<ruby>a<rt>b</rt></ruby>'.repeat(26_000)}`);
  expect(once === `<p>${'<ruby>a<rp>(</rp><rt>b</rt><rp>)</rp></ruby>'.repeat(26_000)}</p>`).toBe(true);
  expect(sanitizeContent(once) === once).toBe(true);
});

test('the parentheses of readings count as elements if there are more than two for each reading', () => {
  const most = `<ruby>${'<rp>(</rp><rt>a</rt><rp>)</rp>'.repeat(99_999)}`;
  expect(limitMarkup(most) === most).toBe(true);
  expect(limitMarkup(`${most}<rp>b<rp>c`) === `${most}<rp>b c`).toBe(true);
});

test.each(['>', '&amp;'])('two hundred thousand %s in the text stay, and the excess is removed', (sign) => {
  const most = `<b>${sign.repeat(200_000)}`;
  expect(limitMarkup(most) === most).toBe(true);
  const limited = limitMarkup(`${most}${sign}</b>a`);
  expect(limited.length).toBeLessThan(most.length + 10);
  expect(limited).toMatch(/ +a$/);
});

test('there are no tags and no character references after the cutoff', () => {
  const many = '&lt;'.repeat(200_001);
  const limited = limitMarkup(`${many}a<b c="d">e</b>&gt;f>>g&lt<h`);
  expect(limited.slice(200_000 * 4)).toBe(' a e  f g  ');
});
