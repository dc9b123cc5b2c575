import { describe, expect, test } from 'vitest';
import { sanitise } from './sanitise.ts';

describe('older and foreign elements', () => {
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
  ])('%s is written as %s', (name, kept) => {
    expect(sanitise(`<${name}>a</${name}>`)).toBe(`<p><${kept}>a</${kept}></p>`);
  });

  test.each([
    ...['section', 'article', 'header', 'footer', 'main', 'aside', 'nav', 'address', 'center', 'hgroup'],
    ...['details', 'summary', 'fieldset', 'legend', 'form', 'dl', 'dt', 'dd', 'search', 'dialog', 'body'],
  ])('%s begins a line of its own', (name) => {
    expect(sanitise(`a<${name}>b</${name}>c`)).toBe('<p>a</p><p>b</p><p>c</p>');
  });

  test.each([...['script', 'style', 'textarea', 'xmp', 'noscript', 'title', 'iframe', 'noembed']])(
    'nothing inside %s is left',
    (name) => {
      expect(sanitise(`<p>a</p><${name}>b</${name}>`)).toBe('<p>a</p>');
    },
  );

  test.each([
    ['<listing>a\n b</listing>', '<pre>a\n b</pre>'],
    ['<h5>a</h5><h6>b</h6>', '<h4>a</h4><h4>b</h4>'],
    ['<select><option>a</option></select>b', '<p>b</p>'],
    ['<x-y>a</x-y><font color="red">b</font>', '<p>ab</p>'],
    ['<b style="FONT-WEIGHT: 400">a</b><b style="font-weight:700">b</b>', '<p>a<strong>b</strong></p>'],
    ['<i style="font-weight:normal">a</i><b>b</b>', '<p><em>a</em><strong>b</strong></p>'],
  ])('%j', (given, kept) => expect(sanitise(given)).toBe(kept));
});
