import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isExternalUrl, sanitizeUrl } from './link-url.ts';

test.each([
  ['https://a.example', 'https://a.example/'],
  ['http://a.example/b?c#d', 'http://a.example/b?c#d'],
  ['mailto:a@b.example', 'mailto:a@b.example'],
  ['tel:+49123', 'tel:+49123'],
  [' a.example ', 'http://a.example/'],
  ['a.example:8080/b', 'http://a.example:8080/b'],
  ['a.example:8080?b', 'http://a.example:8080/?b'],
  ['a.example:8080#b', 'http://a.example:8080/#b'],
  ['localhost:3000', 'http://localhost:3000/'],
  ['LOCALHOST:3000', 'http://localhost:3000/'],
  ['/a b?c d#e f', '/a%20b?c%20d#e%20f'],
  ['/a|b^c`d{e}f', '/a%7Cb%5Ec%60d%7Be%7Df'],
  ['/%zz/%41/%4', '/%25zz/%41/%254'],
  ['#a b', '#a%20b'],
  ['#', ''],
  ['/', '/'],
  ['\\a', '/a'],
  ['//a.example/b', 'http://a.example/b'],
  ['\\\\a.example', 'http://a.example/'],
  ['/\\a.example', 'http://a.example/'],
  ['/..//a.example', '/a.example'],
  ['/.//a.example', '/a.example'],
  ['/%2e%2e//a.example', '/a.example'],
  ['/b/.%2E\\/a.example', '/a.example'],
  ['\\..\\\\a.example', '/a.example'],
  ['/b/..\\\\/a.example?c#d', '/a.example?c#d'],
  ['/../../etc', '/etc'],
  ['https://bücher.example/ü', 'https://xn--bcher-kva.example/%C3%BC'],
])('%j becomes %j', (input, expected) => {
  expect(sanitizeUrl(input)).toBe(expected);
});

test.each([
  '',
  '  ',
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'java\nscript:alert(1)',
  'vbscript:x',
  'data:text/html,x',
  'blob:https://a.example/1',
  'file:///etc/passwd',
  'ftp://a.example',
  'localhost:x',
  'xlocalhost:3000',
  'a.example:999999',
  'a.example:80x',
  'a:80',
  'http://',
  'http://a%zz.example',
  'http://a b.example',
  '//',
  'mailto://a%zz.example',
])('%j is rejected', (input) => {
  expect(sanitizeUrl(input)).toBeNull();
});

test('a URL has at most four thousand characters, before and after escaping', () => {
  const long = `/${'x'.repeat(3_999)}`;
  expect(sanitizeUrl(` ${long} `)).toBe(long);
  expect(sanitizeUrl(`${long}x`)).toBeNull();
  expect(sanitizeUrl(`/${'|'.repeat(1_333)}`)).toBe(`/${'%7C'.repeat(1_333)}`);
  expect(sanitizeUrl(`/${'|'.repeat(1_334)}`)).toBeNull();
  expect(sanitizeUrl(`/${'a/../'.repeat(800)}`)).toBeNull();
  expect(sanitizeUrl(`http://a.example/${'|'.repeat(1_334)}`)).toBeNull();
});

test('only an absolute http or https URL is external', () => {
  for (const url of ['http://a.example', 'https://a.example']) expect(isExternalUrl(url)).toBe(true);
  for (const url of ['/http://a', '#https://a', 'mailto:a@b.example', 'httpx://a', 'xhttp://a'])
    expect(isExternalUrl(url)).toBe(false);
});

/** What browsers read as slashes, as dots or not at all, and what looks like it. */
const pathParts = fc.constantFrom(
  ...['/', '\\', '.', '..', '%2e', '%2E', '%2f', '%5c', '%00', '\t', '\n', ' ', '\u3002', '\uff0f'],
  ...['?', '#', ':', '@', ';', '*', 'http:', 'javascript:', 'evil.example', 'b'],
);

test('a reference within the site never leads to another site, and stays as it is', () => {
  const references = fc.array(pathParts, { minLength: 1, maxLength: 12 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(fc.constantFrom('/', '\\', '/.', '\\..', '#', ''), references, (start, rest) => {
      const url = sanitizeUrl(start + rest);
      if (!url || !/^[/#]/.test(url)) return;
      for (const base of ['https://here.example/blog/post', 'http://here.example/'])
        expect(new URL(url, base).origin).toBe(new URL(base).origin);
      expect(sanitizeUrl(url)).toBe(url);
    }),
    { numRuns: 2_000 },
  );
});
