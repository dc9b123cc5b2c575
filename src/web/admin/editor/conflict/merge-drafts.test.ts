import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PostFields } from '#blog/editing-contract.ts';
import { emptyPostFields } from '../draft/post-fields.ts';
import { splitHtmlBlocks } from './html-blocks.ts';
import { applyResolutions, compareDrafts, mergeWithoutConflicts } from './merge-drafts.ts';

const fields = (part: Partial<PostFields>): PostFields => ({ ...emptyPostFields, ...part });
const sides = (base: Partial<PostFields>, mine: Partial<PostFields>, theirs: Partial<PostFields>) => ({
  base: fields(base),
  known: fields(base),
  mine: fields({ ...base, ...mine }),
  theirs: fields({ ...base, ...theirs }),
});
const keys = (html: string) => splitHtmlBlocks(html).map(({ key }) => key);

describe('two forms of the same text are equal', () => {
  test.each([
    ['<p>a <b>b</b>&nbsp;</p><p></p>', '<p>a <strong>b</strong></p>'],
    ['<ul><li><p>a</p></li></ul>', '<ul><li>a</li></ul>'],
    [
      '<table style="min-width: 50px"><colgroup><col></colgroup><tbody><tr><td colspan="1" rowspan="1"><p>a</p></td></tr></tbody></table>',
      '<table><tbody><tr><td>a</td></tr></tbody></table>',
    ],
    [
      '<img src="https://example.org/files/a1/1200.webp" alt="x" class="y">',
      '<p><img src="/files/a1/480.webp" srcset="/files/a1/480.webp 480w" alt="x" width="480"></p>',
    ],
    [
      '<p><a target="_blank" href="https://example.org">a</a></p>',
      '<p><a href="https://example.org/" rel="noopener">a</a></p>',
    ],
    ['<h2 style="text-align: left">a</h2>', '<h2>a</h2>\n'],
  ])('%s', (first, second) => expect(keys(first)).toEqual(keys(second)));
});

describe('visible differences are not equal', () => {
  test.each([
    ['<p>a</p>', '<h2>a</h2>'],
    ['<p>a</p>', '<p><em>a</em></p>'],
    ['<p>ab</p>', '<p>a b</p>'],
    ['<img src="/files/a/480.webp" alt="x">', '<img src="/files/a/480.webp" alt="y">'],
    ['<img src="/files/a/480.webp">', '<img src="/files/b/480.webp">'],
    ['<p><a href="/a">a</a></p>', '<p><a href="/b">a</a></p>'],
    ['<ol><li>a</li></ol>', '<ul><li>a</li></ul>'],
    ['<ul><li>a</li><li>b</li></ul>', '<ul><li>ab</li></ul>'],
    ['<pre><code>a\n  b</code></pre>', '<pre><code>a\nb</code></pre>'],
    [
      '<figure class="wide"><img src="/files/a/480.webp"></figure>',
      '<figure class="full"><img src="/files/a/480.webp"></figure>',
    ],
    ['<figure class="embed"><a href="/a">a</a></figure>', '<figure><a href="/a">a</a></figure>'],
    ['<table><tr><td>a</td><td>b</td></tr></table>', '<table><tr><td>a b</td></tr></table>'],
  ])('%s and %s', (first, second) => expect(keys(first)).not.toEqual(keys(second)));
});

test('the blocks of a text add up to the complete text', () => {
  const markup = fc
    .array(
      fc.constantFrom(
        '<p>a</p>',
        '<h2>b &amp; c</h2>',
        '<p></p>',
        '<ul><li>d</li></ul>',
        ' ',
        'loose',
        '<hr>',
        '<br>',
      ),
    )
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(markup, (html) => {
      const blocks = splitHtmlBlocks(html);
      const written = blocks.map((block) => block.html).join('');
      expect(keys(written)).toEqual(keys(html));
      if (blocks.length > 0 && /^<(?:h2|ul|hr)|^<p>a/.test(html)) expect(written).toBe(html);
    }),
  );
});

test('the plain text of a list has one line per item, and images show their alternative text', () => {
  expect(
    splitHtmlBlocks('<ul><li><p>a</p></li><li>b <img src="/files/x/480.webp" alt="A cat"></li></ul>')[0]
      ?.text,
  ).toBe('a\nb [A cat]');
});

test('a field that only they changed is theirs, and one that both changed is a conflict', () => {
  const { fields: merged, conflictingFields } = compareDrafts(
    sides(
      { title: 'a', excerpt: 'b', seo_title: null, category_id: null },
      { title: 'mine', seo_title: '' },
      { title: 'theirs', excerpt: 'theirs', seo_title: 'theirs' },
    ),
  );
  expect(conflictingFields).toEqual(['title']);
  expect([merged.title, merged.excerpt, merged.seo_title]).toEqual(['mine', 'theirs', 'theirs']);
});

test('tags that either side added or removed are merged', () => {
  const { fields: merged } = compareDrafts(
    sides({ tag_ids: ['a', 'b', 'c'] }, { tag_ids: ['b', 'c', 'm'] }, { tag_ids: ['a', 'b', 't'] }),
  );
  expect([...merged.tag_ids].sort()).toEqual(['b', 'm', 't']);
});

test('the result has the selected side of each conflict, or both sides', () => {
  const comparison = compareDrafts(
    sides(
      { title: 'a', content: '<p>a</p><p>b</p><p>c</p>' },
      { title: 'mine', content: '<p>a</p><p>mine</p><p>c</p>' },
      { title: 'theirs', content: '<p>a</p><p>theirs</p><p>c</p><p>new</p>' },
    ),
  );
  const conflictIndex = comparison.segments.findIndex(({ kind }) => kind === 'conflict');
  const resolve = (block: 'mine' | 'theirs' | 'both', title: 'mine' | 'theirs') =>
    applyResolutions(
      comparison,
      new Map<string | number, typeof block>([
        [conflictIndex, block],
        ['title', title],
      ]),
    );
  expect(resolve('both', 'theirs')).toMatchObject({
    title: 'theirs',
    content: '<p>a</p><p>mine</p><p>theirs</p><p>c</p><p>new</p>',
  });
  expect(resolve('theirs', 'mine')).toMatchObject({
    title: 'mine',
    content: '<p>a</p><p>theirs</p><p>c</p><p>new</p>',
  });
});

test('an image that the server stored does not count as my change', () => {
  const data = 'data:image/png;base64,AAAA';
  const merged = mergeWithoutConflicts({
    base: fields({ content: '<p>a</p><p><img src="/files/x/480.webp" alt=""></p>' }),
    known: fields({ content: `<p>a</p><img src="${data}">` }),
    mine: fields({ content: `<p>a</p><img src="${data}"><p>new</p>` }),
    theirs: fields({ excerpt: 'theirs', content: '<p>a</p><p><img src="/files/x/480.webp" alt=""></p>' }),
  });
  expect(merged).toMatchObject({ excerpt: 'theirs', content: `<p>a</p><img src="${data}"><p>new</p>` });
});

test('the merge asks only if the typed text would change', () => {
  const base = { content: '<p>a</p><p>b</p>' };
  expect(
    mergeWithoutConflicts(sides(base, { content: '<p>a</p><p>x</p>' }, { status: 'published' })),
  ).toMatchObject({
    content: '<p>a</p><p>x</p>',
    status: 'published',
  });
  expect(mergeWithoutConflicts(sides(base, { title: 'x' }, { content: '<p>a</p><p>y</p>' }))).toBeNull();
  expect(mergeWithoutConflicts(sides(base, { title: 'x' }, { title: 'y' }))).toBeNull();
});

test('the same text from both sides is no conflict, although the server has normalized one of them', () => {
  const typed = { title: ' A title ', content: '<p>a</p><p></p>', seo_title: '' };
  const stored = { title: 'A title', slug: 'a-title', content: '<p>a</p>', seo_title: null };
  expect(mergeWithoutConflicts(sides({ content: '<p>b</p>' }, typed, stored))).toMatchObject({
    title: ' A title ',
    slug: 'a-title',
    content: '<p>a</p><p></p>',
  });
});

test('a reference to another note, and another id of a note, are changes', () => {
  const text = (id: string) => `<p>a<sup class="footnote"><a href="#fn-${id}"></a></sup></p>`;
  const list = (id: string) => `<ol class="footnotes"><li id="fn-${id}">b</li></ol>`;
  expect(keys(text('a'))).not.toEqual(keys(text('b')));
  expect(keys(text('a'))).not.toEqual(keys('<p>a</p>'));
  expect(keys(list('a'))).not.toEqual(keys(list('b')));
  expect(keys(list('a'))).not.toEqual(keys('<ol><li>b</li></ol>'));
});

test('another kind of callout, and a button instead of a link, are changes', () => {
  expect(keys('<aside class="callout-tip"><p>a</p></aside>')).not.toEqual(
    keys('<aside class="callout-note"><p>a</p></aside>'),
  );
  expect(keys('<p><a class="button" href="/b">a</a></p>')).not.toEqual(keys('<p><a href="/b">a</a></p>'));
});
