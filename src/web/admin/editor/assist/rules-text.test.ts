import { expect, test } from 'vitest';
import { inputLimitBytes } from '#assistant/contract.ts';
import { assistantText, rulesText } from './rules-text.ts';
import { suggestByRule } from './suggest-by-rule.ts';

test.each([
  ['<p></p>', ''],
  ['<p>One <strong>wo</strong>rd</p><p>two</p>', 'One word two'],
  ['<p>a &lt; b &amp;amp; c&nbsp;d</p>', 'a < b &amp; c d'],
  ['<img alt="a > b" src="/x.webp"><p>text</p>', 'text'],
  ['<ul><li>one</li><li>two</li></ul>', 'one two'],
  ['<p>1 < 2 and so on</p>', '1 < 2 and so on'],
])('%j says %j', (html, text) => {
  expect(rulesText(html)).toBe(text);
});

test('a long text is sent as far as a call may have it, and never half a letter of it', () => {
  const html = `<p>${'ก&amp;'.repeat(20_000)}</p><img src="data:image/png;base64,${'A'.repeat(100_000)}">`;
  const text = assistantText(html, 'ชื่อ');
  const bytes = new TextEncoder().encode(`${text}ชื่อ`).length;
  expect(bytes).toBeLessThanOrEqual(inputLimitBytes);
  expect(bytes).toBeGreaterThan(inputLimitBytes - 10);
  expect(text).toMatch(/^(ก&amp;)+ก?$/);
});

test('a short text is sent whole, its entities as they are', () => {
  expect(assistantText('<p>a &lt;b&gt;</p>')).toBe('a &lt;b&gt;');
});

test('without any answer the rules of the specification fill the form', () => {
  const fields = { title: ' How to: keep -- it! ', content: `<p>${'word '.repeat(100)}</p>` };
  const rule = (kind: 'slug' | 'excerpt' | 'seo' | 'image', given = fields) =>
    suggestByRule(kind, given as Parameters<typeof suggestByRule>[1]);
  expect(rule('slug')).toEqual({ slug: 'how-to-keep-it' });
  expect(rule('slug', { ...fields, title: '保存' })).toEqual({});
  expect(rule('excerpt').excerpt).toMatch(/^(word ){60}\.\.\.$/);
  expect(rule('excerpt', { ...fields, content: '<p>Short</p>' })).toEqual({ excerpt: 'Short' });
  expect(rule('seo')).toMatchObject({ seo_title: 'How to: keep -- it!', seo_keywords: [] });
  expect(rule('image')).toEqual({});
});
