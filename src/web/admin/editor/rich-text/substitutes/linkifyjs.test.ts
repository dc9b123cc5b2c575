import { expect, test } from 'vitest';
import { find, tokenize } from './linkifyjs.ts';

test.each([
  ['See https://example.org/a?b=c#d, then go.', ['https://example.org/a?b=c#d']],
  ['(https://example.org/wiki/Cat_(animal))', ['https://example.org/wiki/Cat_(animal)']],
  ['www.example.org and WWW.EXAMPLE.ORG/x!', ['www.example.org', 'WWW.EXAMPLE.ORG/x']],
  ['https://münchen.example/straße', ['https://münchen.example/straße']],
  ['看 https://example.org/路径。好', ['https://example.org/路径']],
  ['http://localhost:3000/a', ['http://localhost:3000/a']],
  ['example.org, v1.2.3, readme.md, a@www.example.org', []],
  ['https:// and www. and www.a', []],
])('finds the links of "%s"', (text, links) => {
  const found = find(text);
  expect(found.map(({ value }) => value)).toEqual(links);
  for (const { value, start, end } of found) expect(text.slice(start, end)).toBe(value);
});

test('a link without a scheme gets the default one', () => {
  expect(find('www.example.org', { defaultProtocol: 'https' })[0]?.href).toBe('https://www.example.org');
  expect(find('HTTPS://example.org')[0]?.href).toBe('HTTPS://example.org');
});

test.each(['(www.example.org)', 'www.example.org.', '„www.example.org“,', 'www.example.org…'])(
  'the only token of %s is the link',
  (text) => {
    const tokens = tokenize(text).map((token) => token.toObject('https'));
    expect(tokens).toMatchObject([{ isLink: true, href: 'https://www.example.org' }]);
    const [{ start, end } = { start: 0, end: 0 }] = tokens;
    expect(text.slice(start, end)).toBe('www.example.org');
  },
);

test('a word beside the link is a token too', () => {
  expect(tokenize('看www.example.org“x').map(({ value }) => value)).toEqual(['看www.example.org“x']);
  expect(tokenize('a,www.example.org').map(({ value }) => value)).toEqual(['a,', 'www.example.org']);
  expect(tokenize('')).toEqual([]);
});
