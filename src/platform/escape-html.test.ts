import { expect, test } from 'vitest';
import { escapeHtml, escapeHtmlAttribute } from './escape-html.ts';

test('markup characters are escaped, quotes only in attributes', () => {
  expect(escapeHtml('<a & b> "c" <')).toBe('&lt;a &amp; b&gt; "c" &lt;');
  expect(escapeHtmlAttribute('"<a & b>"')).toBe('&quot;&lt;a &amp; b&gt;&quot;');
});
