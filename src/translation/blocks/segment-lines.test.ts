import { expect, test } from 'vitest';
import { getBlockKind, getElementRole } from './segment-lines.ts';

test.each([
  [
    'inline',
    'a abbr b bdi bdo big cite data del dfn em font i ins label mark q s small span strike strong sub sup time u',
  ],
  ['void', 'br img wbr'],
  ['locked', 'code kbd samp tt var'],
  [
    'locked block',
    'pre script style textarea template svg math iframe object video audio select title noscript noembed xmp listing',
  ],
  ['edge', 'p div li table td blockquote section hr'],
])('%s: %s', (role, names) => {
  expect(names.split(' ').filter((name) => getElementRole(name) !== role)).toEqual([]);
});

test.each([
  [['h1'], 'heading'],
  [['h2'], 'heading'],
  [['h3'], 'heading'],
  [['h4'], 'heading'],
  [['h5'], 'heading'],
  [['h6'], 'heading'],
  [['ul', 'li'], 'list item'],
  [['dl', 'dt'], 'list item'],
  [['dl', 'dd'], 'list item'],
  [['table', 'td'], 'table cell'],
  [['table', 'th'], 'table cell'],
  [['table', 'caption'], 'caption'],
  [['figure', 'figcaption'], 'caption'],
  [['blockquote', 'p'], 'quote'],
  [['blockquote', 'ul', 'li', 'p'], 'list item'],
  [['li', 'blockquote'], 'quote'],
  [['div', 'p'], 'paragraph'],
  [[], 'paragraph'],
])('a line in %j is a %s', (above, kind) => {
  expect(getBlockKind(above)).toBe(kind);
});
