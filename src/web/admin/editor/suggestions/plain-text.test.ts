import { expect, test } from 'vitest';
import { inputLimitBytes } from '#ai/contract.ts';
import { htmlToPlainText, truncateForModel } from './plain-text.ts';

test.each([
  ['<p></p>', ''],
  ['<p>One <strong>wo</strong>rd</p><p>two</p>', 'One word two'],
  ['<p>H<sub>2</sub>O, <kbd>F</kbd>1<br>and</p>', 'H2O, F1 and'],
  ['<p><ruby>下<rp>(</rp><rt>xià</rt><rp>)</rp></ruby></p>', '下(xià)'],
  ['<p>a &lt; b &amp;amp; c&nbsp;d</p>', 'a < b &amp; c d'],
  ['<img alt="a > b" src="/x.webp"><p>text</p>', 'text'],
  ['<ul><li>one</li><li>two</li></ul>', 'one two'],
  ['<p>1 < 2 and so on</p>', '1 < 2 and so on'],
])('%j has the text %j', (html, text) => {
  expect(htmlToPlainText(html)).toBe(text);
});

test('a long text is cut at the request limit, and never within a character', () => {
  const html = `<p>${'ก&amp;'.repeat(20_000)}</p><img src="data:image/png;base64,${'A'.repeat(100_000)}">`;
  const text = truncateForModel(html, 'ชื่อ');
  const bytes = new TextEncoder().encode(`${text}ชื่อ`).length;
  expect(bytes).toBeLessThanOrEqual(inputLimitBytes);
  expect(bytes).toBeGreaterThan(inputLimitBytes - 10);
  expect(text).toMatch(/^(ก&amp;)+ก?$/);
});

test('a short text is not truncated and is sent with its entities', () => {
  expect(truncateForModel('<p>a &lt;b&gt;</p>')).toBe('a &lt;b&gt;');
});
