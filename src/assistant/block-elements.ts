import type { BlockKind } from './translation-block.ts';

const inline = new Set(
  'a abbr b bdi bdo big cite data del dfn em font i ins label mark q s small span strike strong sub sup time u'.split(
    ' ',
  ),
);
const inlineVoid = new Set(['br', 'img', 'wbr']);
const lockedInline = new Set(['code', 'kbd', 'samp', 'tt', 'var']);
const lockedBlock = new Set(
  'pre script style textarea template svg math iframe object video audio select title noscript noembed xmp listing'.split(
    ' ',
  ),
);

/** `inline` wraps text, `void` has none, `locked` is kept whole, `edge` separates blocks. */
export type ElementRole = 'inline' | 'void' | 'locked' | 'locked block' | 'edge';

export function elementRole(name: string): ElementRole {
  if (inline.has(name)) return 'inline';
  if (inlineVoid.has(name)) return 'void';
  if (lockedInline.has(name)) return 'locked';
  return lockedBlock.has(name) ? 'locked block' : 'edge';
}

const kinds: Record<string, BlockKind> = {
  h1: 'heading',
  h2: 'heading',
  h3: 'heading',
  h4: 'heading',
  h5: 'heading',
  h6: 'heading',
  li: 'list item',
  dt: 'list item',
  dd: 'list item',
  td: 'table cell',
  th: 'table cell',
  caption: 'caption',
  figcaption: 'caption',
  blockquote: 'quote',
};

export function blockKindFor(above: readonly string[]): BlockKind {
  const nearest = above.findLast((name) => name in kinds);
  return (nearest && kinds[nearest]) || 'paragraph';
}
