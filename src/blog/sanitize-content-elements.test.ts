import { describe, expect, test } from 'vitest';
import { sanitizeContent } from './sanitize-content.ts';

describe('obsolete and unsupported elements', () => {
  test.each([
    ['i', 'em'],
    ['cite', 'em'],
    ['b', 'strong'],
    ['ins', 'u'],
    ['del', 's'],
    ['strike', 's'],
    ['tt', 'code'],
    ['kbd', 'code'],
    ['samp', 'code'],
  ])('%s becomes %s', (name, expected) => {
    expect(sanitizeContent(`<${name}>a</${name}>`)).toBe(`<p><${expected}>a</${expected}></p>`);
  });

  test.each([
    'section',
    'article',
    'header',
    'footer',
    'main',
    'aside',
    'nav',
    'address',
    'center',
    'hgroup',
    'details',
    'summary',
    'fieldset',
    'legend',
    'form',
    'dl',
    'dt',
    'dd',
    'search',
    'dialog',
    'body',
  ])('%s becomes a separate paragraph', (name) => {
    expect(sanitizeContent(`a<${name}>b</${name}>c`)).toBe('<p>a</p><p>b</p><p>c</p>');
  });

  test.each(['script', 'style', 'textarea', 'xmp', 'noscript', 'title', 'iframe', 'noembed'])(
    'the content of %s is removed',
    (name) => {
      expect(sanitizeContent(`<p>a</p><${name}>b</${name}>`)).toBe('<p>a</p>');
    },
  );

  test.each([
    ['<listing>a\n b</listing>', '<pre>a\n b</pre>'],
    ['<h5>a</h5><h6>b</h6>', '<h4>a</h4><h4>b</h4>'],
    ['<select><option>a</option></select>b', '<p>b</p>'],
    ['<x-y>a</x-y><font color="red">b</font>', '<p>ab</p>'],
    ['<b style="FONT-WEIGHT: 400">a</b><b style="font-weight:700">b</b>', '<p>a<strong>b</strong></p>'],
    ['<i style="font-weight:normal">a</i><b>b</b>', '<p><em>a</em><strong>b</strong></p>'],
  ])('%j', (html, expected) => expect(sanitizeContent(html)).toBe(expected));
});
