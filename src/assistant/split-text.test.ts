import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { locales } from '#i18n/locales.ts';
import { translateText } from '#test/fakes/language-model/translate-text.ts';
import { outline } from '#test/support/outline.ts';
import { stressRuns } from '#test/support/stress.ts';
import { hasTagsOf } from './block-tags.ts';
import { checkBlock } from './check-block.ts';
import { variedPosts } from './fixtures/varied-posts.ts';
import { joinText } from './join-text.ts';
import { type SplitText, splitText } from './split-text.ts';

const blocksOf = (html: string) => splitText(html, 'en').blocks.map(({ kind, text }) => [kind, text]);
const ownTexts = ({ blocks }: SplitText) => new Map(blocks.map(({ id, text }) => [id, text]));

describe('what becomes a block', () => {
  test('each paragraph, heading, item, cell, caption and quote, and each text for a picture', () => {
    const html =
      '<h2>A head</h2><p>A text</p><ul><li>An item<ul><li>One below</li></ul></li></ul><table><caption>A table</caption><tr><th>Name</th><td>Value</td></tr></table><blockquote><p>A quote</p></blockquote><figure><img src="/a" alt="A boat"><figcaption>A line</figcaption></figure>';
    expect(blocksOf(html)).toEqual([
      ['heading', 'A head'],
      ['paragraph', 'A text'],
      ['list item', 'An item'],
      ['list item', 'One below'],
      ['caption', 'A table'],
      ['table cell', 'Name'],
      ['table cell', 'Value'],
      ['quote', 'A quote'],
      ['picture description', 'A boat'],
      ['caption', 'A line'],
    ]);
  });

  test('marks in a line are numbered, those around all of it stay outside', () => {
    expect(
      blocksOf('<p><strong>All of it</strong></p><p>\n Some <em>of <u>it</u></em> <br>here </p>'),
    ).toEqual([
      ['paragraph', 'All of it'],
      ['paragraph', 'Some <1>of <2>it</2></1> <3/>here'],
    ]);
  });

  test('code, addresses, names, hashtags and words of other languages are kept', () => {
    const html =
      '<p>Type <code>npm i</code>, ask @ann_b. at https://a.example/x. #tips <span lang="ar">مرحبا</span></p>';
    const [block] = splitText(html, 'en').blocks;
    expect(block).toMatchObject({
      text: 'Type <1>npm i</1>, ask @ann_b. at https://a.example/x. #tips <2>مرحبا</2>',
      locked: [1, 2],
      keep: ['https://a.example/x', '@ann_b', '#tips', 'npm i', 'مرحبا'],
    });
  });

  test('what has no word is none: numbers, marks, addresses, code, text that says it is of another language', () => {
    const html =
      '<p>42</p><p>—</p><p>🙂</p><p>https://a.example</p><p>@ann #tips</p><pre><code>let it be</code></pre><p><code>x y</code></p><p lang="ar">مرحبا بكم</p><img src="/a" alt="IMG_1.jpg"><script>if (a) b</script>';
    expect(blocksOf(html)).toEqual([]);
  });

  test('nothing but words and texts for pictures is in a block', () => {
    const html =
      '<p>Read <a href="https://secret.example/?token=1" rel="noopener" title="The source">this</a> <img src="/files/secret.webp" alt="A boat"></p>';
    const sent = splitText(html, 'en').blocks.map(({ text, keep }) => text + keep.join(''));
    expect(sent.join('|')).toBe('The source|Read <1>this</1>|A boat');
    expect(sent.join('|')).not.toMatch(/secret|noopener|files/);
  });

  test('equal words have the same hash wherever they stand and wherever their links lead', () => {
    const [one, other, third] = splitText(
      '<p>See <a href="/a">this</a></p><ul><li>See <a href="/b">this</a></li><li>See <code>this</code></li></ul>',
      'en',
    ).blocks;
    expect(one?.hash).toBe(other?.hash);
    expect(third?.hash).not.toBe(one?.hash);
  });

  test('links to our own pages are told, others and files are not', () => {
    const html =
      '<p><a href="/blog/first-steps#top">a b</a> <a href="/de/blog/erste">c d</a> <a href="/fr">e f</a> <a href="/files/x">g h</a> <a href="https://a.example/blog/x">i j</a> <a href="//a.example/blog/x">k l</a> <a href="/blog/%E4%BF%9D">m n</a></p>';
    expect(splitText(html, 'en').ownLinks).toEqual([
      {
        href: '/blog/first-steps#top',
        locale: 'en',
        path: '/blog/first-steps',
        slug: 'first-steps',
        rest: '#top',
      },
      { href: '/de/blog/erste', locale: 'de', path: '/blog/erste', slug: 'erste', rest: '' },
      { href: '/fr', locale: 'fr', path: '/', slug: null, rest: '' },
      { href: '/blog/%E4%BF%9D', locale: 'en', path: '/blog/%E4%BF%9D', slug: '保', rest: '' },
    ]);
  });
});

describe('put together again', () => {
  const to = 'de';

  test('texts take the places of their blocks, tags those of their marks', () => {
    const split = splitText('<p>See <a href="/x">this <em>map</em></a> and <code>x &lt; y</code></p>', 'en');
    const unfit = new Map([['b1', '<2>x &lt; y</2> und <1>diese <3>Karte</3></1>']]);
    expect(split.blocks[0]?.text).toBe('See <1>this <2>map</2></1> and <3>x &lt; y</3>');
    const good = new Map([['b1', '<3>x &lt; y</3> &amp; <1>"diese" <2>Karte</2></1> <b>ja']]);
    expect(joinText(split, good, { to })).toBe(
      '<p><code>x &lt; y</code> &amp; <a href="/x">&quot;diese&quot; <em>Karte</em></a> &lt;b&gt;ja</p>',
    );
    expect(joinText(split, unfit, { to })).toBe(
      '<p>See <a href="/x">this <em>map</em></a> and <code>x &lt; y</code></p>',
    );
  });

  test('a text for a picture comes into its attribute, escaped', () => {
    const split = splitText(`<p>Hello there <img src="/a" alt='A boat'></p>`, 'en');
    const alt = split.blocks.find(({ attribute }) => attribute === 'alt');
    const texts = new Map([[alt?.id ?? '', 'Ein "Boot" onerror=alert(1)>']]);
    expect(joinText(split, texts, { to })).toBe(
      '<p>Hello there <img src="/a" alt="Ein &quot;Boot&quot; onerror=alert(1)&gt;"></p>',
    );
  });

  test('no word gets into code that is never closed', () => {
    const split = splitText('Hello there<code>', 'en');
    expect(split.blocks.map(({ text }) => text)).toEqual(['Hello there']);
    expect(joinText(split, new Map([['b1', 'Hallo <b>da']]), { to })).toBe('Hallo &lt;b&gt;da<code>');
  });

  test('a text that said its language says the other one, and links lead where they are told to', () => {
    const html = '<p lang="en-GB">Read <a class="x" href="/blog/boats?a#b">about boats</a></p>';
    const split = splitText(html, 'en');
    const addressOf = ({ slug, rest }: { slug: string | null; rest: string }) => `/de/blog/${slug}-de${rest}`;
    expect(joinText(split, new Map([['b1', 'Lies <1>über Boote</1>']]), { to, addressOf })).toBe(
      '<p lang="de">Lies <a class="x" href="/de/blog/boats-de?a#b">über Boote</a></p>',
    );
    expect(joinText(split, new Map(), { to })).toBe(html);
  });
});

const fragment = fc.oneof(
  fc.constantFrom(
    ...'<p> </p> <strong> </strong> <em> </em> <code> </code> <pre> </pre> <ul> <li> </li> </ul> <table> <tr> <td> </td> <br> <hr> <span lang="ar"> </span> <img src="/a" alt="one two"> <!-- <div title="two words"> </div> &amp; &lt; <1> </1> < > & " \''.split(
      ' ',
    ),
    '<a href="/blog/x">',
    '</a>',
    '<img src="/a" alt="one two">',
    '<!-- c -->',
    ' ',
    '\n',
  ),
  fc.constantFrom(
    'Hello there',
    'and so on',
    '保存图片',
    'สวัสดี',
    '42',
    '@ann',
    'https://a.example/x.',
    '🙂',
    'مرحبا',
  ),
  fc.string({ maxLength: 6 }),
);
const anyHtml = fc.array(fragment, { maxLength: 40 }).map((parts) => parts.join(''));

describe('nothing but words can change', () => {
  test('any document comes back to the letter when nothing or everything is its own', () => {
    fc.assert(
      fc.property(anyHtml, fc.constantFrom(null, 'en' as const, 'ar' as 'en'), (html, from) => {
        const split = splitText(html, from);
        expect(joinText(split, new Map(), { to: 'de' })).toBe(html);
        expect(joinText(split, ownTexts(split), { to: from ?? 'de' })).toBe(html);
      }),
      { numRuns: stressRuns(150, 10_000) },
    );
  });

  test('whatever is taken for a block leaves the elements of the document as they were', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '<1>',
        '</1>',
        '<1/>',
        '<2>',
        '</2>',
        '<2/>',
        '<3/>',
        'wort',
        ' ',
        '<b>',
        '"',
        '&',
        '&lt;',
        '<',
      ),
    );
    fc.assert(
      fc.property(anyHtml, fc.array(fc.array(piece, { maxLength: 9 }), { maxLength: 4 }), (html, given) => {
        const split = splitText(html, 'en');
        const texts = new Map(
          split.blocks.map(({ id, text }, place) => {
            const offered = given[place % Math.max(1, given.length)]?.join('') ?? text;
            const words = text.replace(/[^<>/\d]+(?=<|$)/g, (run) => (/\d/.test(run) ? run : 'wörter "&'));
            return [id, place % 2 === 0 && hasTagsOf(offered, text) ? offered : words];
          }),
        );
        const noLang = (outlined: string) => outlined.replaceAll(/\["lang","[a-z]+"\]/g, '');
        expect(noLang(outline(joinText(split, texts, { to: 'de' })))).toBe(noLang(outline(html)));
      }),
      { numRuns: stressRuns(150, 10_000) },
    );
  });

  const posts = variedPosts();

  test('there are more than thirty posts of every kind', () => {
    expect(posts.length).toBeGreaterThan(30);
  });

  test.each(posts)('$name: every translation has the structure of its source', ({ locale, html }) => {
    const split = splitText(html, locale);
    expect(joinText(split, ownTexts(split), { to: locale })).toBe(html);
    for (const to of locales.filter((one) => one !== locale)) {
      const texts = new Map(split.blocks.map((block) => [block.id, translateText(block, to)]));
      for (const block of split.blocks) {
        const fault = checkBlock(block, texts.get(block.id) ?? '', { from: locale, to });
        expect([fault, block.text, texts.get(block.id)]).toEqual([null, block.text, texts.get(block.id)]);
      }
      const joined = joinText(split, texts, { to });
      const source = html.replace(`lang="${locale}"`, `lang="${to === 'zh' ? 'zh-Hans' : to}"`);
      expect(outline(joined)).toBe(outline(source));
      if (split.blocks.length > 0) expect(joined).not.toBe(html);
    }
  });
});
