import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hasSameTags } from '#ai/block-text-contract.ts';
import { locales } from '#i18n/locales.ts';
import { translateText } from '#test/fakes/language-model/translate-text.ts';
import { outline } from '#test/support/outline.ts';
import { stressRuns } from '#test/support/stress.ts';
import { variedPosts } from '../fixtures/varied-posts.ts';
import { checkBlock } from './check-block.ts';
import { joinHtml } from './post-text.ts';
import { type SplitHtml, splitHtml } from './split-html.ts';

const listBlocks = (html: string) => splitHtml(html, 'en').blocks.map(({ kind, text }) => [kind, text]);
const collectTexts = ({ blocks }: SplitHtml) => new Map(blocks.map(({ id, text }) => [id, text]));

describe('splitHtml', () => {
  test('makes a block of each paragraph, heading, item, cell, caption, quote and alt text', () => {
    const html =
      '<h2>A head</h2><p>A text</p><dl><dt>A term</dt><dd>A meaning</dd></dl><ul><li><blockquote>An answer</blockquote></li></ul><ul><li>An item<ul><li>One below</li></ul></li></ul><table><caption>A table</caption><tr><th>Name</th><td>Value</td></tr></table><blockquote><p>A quote</p></blockquote><figure><img src="/a" alt="A boat"><figcaption>A line</figcaption></figure>';
    expect(listBlocks(html)).toEqual([
      ['heading', 'A head'],
      ['paragraph', 'A text'],
      ['list item', 'A term'],
      ['list item', 'A meaning'],
      ['quote', 'An answer'],
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

  test('a picture description knows the caption of its picture', () => {
    const figure = (alt: string, caption: string) =>
      `<figure><img src="/a" alt="${alt}">${caption && `<figcaption>${caption}</figcaption>`}</figure>`;
    const { blocks } = splitHtml(
      `<p><img src="/a" alt="No figure"></p>${figure('A boat', 'Our boat')}${figure('A pier', '')}` +
        '<table><caption>A table</caption><tr><td>Value</td></tr></table>' +
        `<figure class="gallery">${figure('A crab', '<p>Our crab</p><p>It was red</p>')}${figure('A gull', '')}<figcaption>Animals</figcaption></figure>` +
        '<figure><img src="/a" alt="First"><img src="/a" alt="Second"><figcaption>Two</figcaption></figure>',
      'en',
    );
    const texts = new Map(blocks.map(({ id, text }) => [id, text]));
    const captions = blocks
      .filter(({ kind }) => kind === 'picture description')
      .map(({ text, captionId }) => [text, captionId && texts.get(captionId)]);
    expect(captions).toEqual([
      ['No figure', undefined],
      ['A boat', 'Our boat'],
      ['A pier', undefined],
      ['A crab', 'Our crab'],
      ['A gull', undefined],
      ['First', undefined],
      ['Second', undefined],
    ]);
  });

  test('leaves a Threads post in the words of its author, and translates the texts of other figures', () => {
    const quote =
      '<figure class="threads-post"><blockquote lang="en"><p>Their words</p><p><img src="/a" alt="Their image"></p></blockquote><figcaption><a href="https://www.threads.com/@a/post/b">Ada (@a)</a></figcaption></figure>';
    const others =
      '<figure class="gallery"><figure><img src="/a" alt="A boat"><figcaption>A line</figcaption></figure></figure>' +
      '<figure class="embed"><a href="https://vimeo.com/1" rel="noopener">A film</a></figure>' +
      '<figure class="download-field"><a href="/">Save it</a></figure>' +
      '<figure class="clip"><a href="/files/0199c7f0-7a11-8a2b-9c3d-1e2f3a4b5c6d/clip.mp4">A walk</a></figure>';
    expect(listBlocks(quote + others)).toEqual([
      ['picture description', 'A boat'],
      ['caption', 'A line'],
      ['paragraph', 'A film'],
      ['paragraph', 'Save it'],
      ['paragraph', 'A walk'],
    ]);
    const split = splitHtml(quote + others, 'en');
    const texts = new Map([
      ['b1', 'Ein Boot'],
      ['b4', 'Speichern'],
      ['b5', 'Ein Spaziergang'],
    ]);
    const translated = joinHtml(split, texts, { to: 'de', urlFor: ({ path }) => `/de${path}` });
    expect(translated.startsWith(quote)).toBe(true);
    expect(translated).toContain('<img src="/a" alt="Ein Boot">');
    expect(translated).toContain('<figure class="download-field"><a href="/de/">Speichern</a></figure>');
    expect(translated).toContain('/clip.mp4">Ein Spaziergang</a></figure>');
  });

  test.each(
    'a abbr b bdi bdo big cite data del dfn em font i ins label mark q s small span strike strong sub sup time u'.split(
      ' ',
    ),
  )('%s does not divide a line', (name) => {
    expect(listBlocks(`<p>One <${name}>two</${name}> three</p>`)).toEqual([
      ['paragraph', 'One <1>two</1> three'],
    ]);
  });

  test.each(
    'pre script style textarea template svg math iframe object video audio select title noscript noembed xmp listing'.split(
      ' ',
    ),
  )('the text of %s is not translated', (name) => {
    expect(listBlocks(`<p>Some words</p><${name}>other words</${name}><p>the end</p>`)).toEqual([
      ['paragraph', 'Some words'],
      ['paragraph', 'the end'],
    ]);
  });

  test.each('code kbd samp tt var'.split(' '))('the text of %s stays in its line', (name) => {
    expect(splitHtml(`<p>Type <${name}>npm i</${name}> first</p>`, 'en').blocks).toMatchObject([
      { text: 'Type <1>npm i</1> first', locked: [1], keep: ['npm i'] },
    ]);
  });

  test('a word with its reading stays in its line, and the reading is apart', () => {
    const html = '<p>Say <ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby> twice</p>';
    const split = splitHtml(html, 'en');
    expect(split.blocks).toMatchObject([
      { text: 'Say <1>漢(kan)</1> twice', locked: [1], keep: ['漢(kan)'] },
    ]);
    const texts = new Map([['b1', 'Zweimal <1>漢(kan)</1> sagen']]);
    expect(joinHtml(split, texts, { to: 'de' })).toBe(
      '<p>Zweimal <ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby> sagen</p>',
    );
  });

  test('a line in which every word has a reading is translated without the readings', () => {
    const pair = (base: string, reading: string) => `${base}<rp>(</rp><rt>${reading}</rt><rp>)</rp>`;
    const html =
      `<h2><ruby>${pair('東', 'dōng')}</ruby><ruby>${pair('京', 'jīng')}</ruby></h2>` +
      `<p><ruby lang="zh">${pair('<a href="/x">漢字</a>', 'hànzì')}${pair('好', 'hǎo')}</ruby>。 <code>a</code></p>` +
      `<p><ruby lang="ja">${pair('東京', 'Tōkyō')}</ruby></p>`;
    const split = splitHtml(html, 'zh');
    expect(split.blocks).toMatchObject([
      { kind: 'heading', text: '東京', locked: [], keep: [] },
      { kind: 'paragraph', text: '<1>漢字</1>好。 <2>a</2>', locked: [2], keep: ['a'] },
    ]);
    expect(joinHtml(split, new Map(), { to: 'zh' })).toBe(html);
    const texts = new Map([
      ['b1', 'Tokyo'],
      ['b2', '<1>Characters</1> are good. <2>a</2>'],
    ]);
    expect(joinHtml(split, texts, { to: 'en' })).toBe(
      '<h2>Tokyo</h2><p><a href="/x">Characters</a> are good. <code>a</code></p>' +
        `<p><ruby lang="ja">${pair('東京', 'Tōkyō')}</ruby></p>`,
    );
  });

  test('the texts of semantic elements are translated, and their ids, dates and links stay', () => {
    const html =
      '<h2 id="two">The second</h2><details open><summary>More <mark>about it</mark></summary><p>A text</p></details>' +
      '<dl><dt>A <cite>good term</cite></dt><dd><p>The meaning</p></dd></dl>' +
      '<p>An <abbr title="Example of a tooltip">abbreviation</abbr> of <time datetime="2026-11-23">the day</time> is <a href="#two">above</a>, press <kbd>Ctrl</kbd></p>';
    const split = splitHtml(html, 'en');
    expect(split.blocks.map(({ kind, text }) => [kind, text])).toEqual([
      ['heading', 'The second'],
      ['paragraph', 'More <1>about it</1>'],
      ['paragraph', 'A text'],
      ['list item', 'A <1>good term</1>'],
      ['list item', 'The meaning'],
      ['tooltip', 'Example of a tooltip'],
      ['paragraph', 'An <1>abbreviation</1> of <2>the day</2> is <3>above</3>, press <4>Ctrl</4>'],
    ]);
    const german = [
      'Der zweite',
      'Mehr <1>davon</1>',
      'Ein Text',
      'Ein <1>guter Begriff</1>',
      'Die Bedeutung',
      'Ein "Tooltip"',
      'Eine <1>Abkürzung</1> von <2>dem Tag</2> ist <3>oben</3>, <4>Ctrl</4> drücken',
    ];
    const texts = new Map(split.blocks.map(({ id }, index) => [id, german[index] ?? '']));
    expect(joinHtml(split, texts, { to: 'de' })).toBe(
      '<h2 id="two">Der zweite</h2><details open><summary>Mehr <mark>davon</mark></summary><p>Ein Text</p></details>' +
        '<dl><dt>Ein <cite>guter Begriff</cite></dt><dd><p>Die Bedeutung</p></dd></dl>' +
        '<p>Eine <abbr title="Ein &quot;Tooltip&quot;">Abkürzung</abbr> von <time datetime="2026-11-23">dem Tag</time> ist <a href="#two">oben</a>, <kbd>Ctrl</kbd> drücken</p>',
    );
  });

  test('numbers inline tags, and leaves tags around the whole line outside', () => {
    expect(
      listBlocks('<p><strong>All of it</strong></p><p>\n Some <em>of <u>it</u></em> <br>here </p>'),
    ).toEqual([
      ['paragraph', 'All of it'],
      ['paragraph', 'Some <1>of <2>it</2></1> <3/>here'],
    ]);
  });

  test('lists code, URLs, handles, hashtags and text in other languages as tokens to keep', () => {
    const html =
      '<p>Type <code>npm i</code>, ask @ann_b. at https://a.example/x. #tips <span lang="ar">مرحبا</span></p>';
    const [block] = splitHtml(html, 'en').blocks;
    expect(block).toMatchObject({
      text: 'Type <1>npm i</1>, ask @ann_b. at https://a.example/x. #tips <2>مرحبا</2>',
      locked: [1, 2],
      keep: ['https://a.example/x', '@ann_b', '#tips', 'npm i', 'مرحبا'],
    });
  });

  test('makes no block of numbers, symbols, URLs, code, or text marked as another language', () => {
    const html =
      '<p>42</p><p>—</p><p>🙂</p><p>https://a.example</p><p>@ann #tips</p><pre><code>let it be</code></pre><p><code>x y</code></p><p lang="ar">مرحبا بكم</p><img src="/a" alt="IMG_1.jpg"><script>if (a) b</script>';
    expect(listBlocks(html)).toEqual([]);
  });

  test('blocks contain only text, titles and alt texts', () => {
    const html =
      '<p>Read <a href="https://secret.example/?token=1" rel="noopener" title="The source">this</a> <img src="/files/secret.webp" alt="A boat"></p>';
    const sent = splitHtml(html, 'en').blocks.map(({ text, keep }) => text + keep.join(''));
    expect(sent.join('|')).toBe('The source|Read <1>this</1>|A boat');
    expect(sent.join('|')).not.toMatch(/secret|noopener|files/);
  });

  test('equal texts have the same hash at any position and with any link target', () => {
    const [first, second, third] = splitHtml(
      '<p>See <a href="/a">this</a></p><ul><li>See <a href="/b">this</a></li><li>See <code>this</code></li></ul>',
      'en',
    ).blocks;
    expect(first?.hash).toBe(second?.hash);
    expect(third?.hash).not.toBe(first?.hash);
  });

  test('lists internal links, but no external links or files', () => {
    const html =
      '<p><a href="/blog/first-steps#top">a b</a> <a href="/de/blog/erste">c d</a> <a href="/fr">e f</a> <a href="/files/x">g h</a> <a href="https://a.example/blog/x">i j</a> <a href="//a.example/blog/x">k l</a> <a href="/blog/%E4%BF%9D">m n</a></p>';
    expect(splitHtml(html, 'en').internalLinks).toEqual([
      {
        href: '/blog/first-steps#top',
        locale: 'en',
        path: '/blog/first-steps',
        slug: 'first-steps',
        queryAndHash: '#top',
      },
      { href: '/de/blog/erste', locale: 'de', path: '/blog/erste', slug: 'erste', queryAndHash: '' },
      { href: '/fr', locale: 'fr', path: '/', slug: null, queryAndHash: '' },
      { href: '/blog/%E4%BF%9D', locale: 'en', path: '/blog/%E4%BF%9D', slug: '保', queryAndHash: '' },
    ]);
  });
});

describe('joinHtml', () => {
  const to = 'de';

  test('replaces blocks with texts, and numbered tags with markup', () => {
    const split = splitHtml('<p>See <a href="/x">this <em>map</em></a> and <code>x &lt; y</code></p>', 'en');
    const invalid = new Map([['b1', '<2>x &lt; y</2> und <1>diese <3>Karte</3></1>']]);
    expect(split.blocks[0]?.text).toBe('See <1>this <2>map</2></1> and <3>x &lt; y</3>');
    const good = new Map([['b1', '<3>x &lt; y</3> &amp; <1>"diese" <2>Karte</2></1> <b>ja']]);
    expect(joinHtml(split, good, { to })).toBe(
      '<p><code>x &lt; y</code> &amp; <a href="/x">"diese" <em>Karte</em></a> &lt;b&gt;ja</p>',
    );
    expect(joinHtml(split, invalid, { to })).toBe(
      '<p>See <a href="/x">this <em>map</em></a> and <code>x &lt; y</code></p>',
    );
  });

  test('writes an alt text into its attribute, escaped', () => {
    const split = splitHtml(`<p>Hello there <img src="/a" alt='A boat'></p>`, 'en');
    const alt = split.blocks.find(({ attribute }) => attribute === 'alt');
    const texts = new Map([[alt?.id ?? '', 'Ein "Boot" onerror=alert(1)>']]);
    expect(joinHtml(split, texts, { to })).toBe(
      '<p>Hello there <img src="/a" alt="Ein &quot;Boot&quot; onerror=alert(1)&gt;"></p>',
    );
  });

  test('puts no text into an unclosed code element', () => {
    const split = splitHtml('Hello there<code>', 'en');
    expect(split.blocks.map(({ text }) => text)).toEqual(['Hello there']);
    expect(joinHtml(split, new Map([['b1', 'Hallo <b>da']]), { to })).toBe('Hallo &lt;b&gt;da<code>');
  });

  test('updates lang attributes and internal links', () => {
    const html = '<p lang="en-GB">Read <a class="x" href="/blog/boats?a#b">about boats</a></p>';
    const split = splitHtml(html, 'en');
    const urlFor = ({ slug, queryAndHash }: { slug: string | null; queryAndHash: string }) =>
      `/de/blog/${slug}-de${queryAndHash}`;
    expect(joinHtml(split, new Map([['b1', 'Lies <1>über Boote</1>']]), { to, urlFor })).toBe(
      '<p lang="de">Lies <a class="x" href="/de/blog/boats-de?a#b">über Boote</a></p>',
    );
    expect(joinHtml(split, new Map(), { to })).toBe(html);
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

describe('splitHtml and joinHtml together', () => {
  test('an untranslated document comes back unchanged', () => {
    fc.assert(
      fc.property(anyHtml, fc.constantFrom(null, 'en' as const, 'ar' as 'en'), (html, from) => {
        const split = splitHtml(html, from);
        expect(joinHtml(split, new Map(), { to: 'de' })).toBe(html);
        expect(joinHtml(split, collectTexts(split), { to: from ?? 'de' })).toBe(html);
      }),
      { numRuns: stressRuns(150, 10_000) },
    );
  });

  test('no accepted text changes the elements of a document', () => {
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
      fc.property(
        anyHtml,
        fc.array(fc.array(piece, { maxLength: 9 }), { maxLength: 4 }),
        (html, replacements) => {
          const split = splitHtml(html, 'en');
          const texts = new Map(
            split.blocks.map(({ id, text }, index) => {
              const candidate = replacements[index % Math.max(1, replacements.length)]?.join('') ?? text;
              const replaced = text.replace(/[^<>/\d]+(?=<|$)/g, (run) =>
                /\d/.test(run) ? run : 'wörter "&',
              );
              return [id, index % 2 === 0 && hasSameTags(candidate, text) ? candidate : replaced];
            }),
          );
          const noLang = (outlined: string) => outlined.replaceAll(/\["lang","[a-z]+"\]/g, '');
          expect(noLang(outline(joinHtml(split, texts, { to: 'de' })))).toBe(noLang(outline(html)));
        },
      ),
      { numRuns: stressRuns(150, 10_000) },
    );
  });

  const posts = variedPosts();

  test('there are more than thirty sample posts', () => {
    expect(posts.length).toBeGreaterThan(30);
  });

  test.each(posts)('$name: every translation has the structure of its source', ({ locale, html }) => {
    const split = splitHtml(html, locale);
    expect(joinHtml(split, collectTexts(split), { to: locale })).toBe(html);
    for (const to of locales.filter((target) => target !== locale)) {
      const texts = new Map(split.blocks.map((block) => [block.id, translateText(block, to)]));
      for (const block of split.blocks) {
        const issue = checkBlock(block, texts.get(block.id) ?? '', { from: locale, to });
        expect([issue, block.text, texts.get(block.id)]).toEqual([null, block.text, texts.get(block.id)]);
      }
      const joined = joinHtml(split, texts, { to });
      const source = html.replace(`lang="${locale}"`, `lang="${to === 'zh' ? 'zh-Hans' : to}"`);
      expect(outline(joined)).toBe(outline(source));
      if (split.blocks.length > 0) expect(joined).not.toBe(html);
    }
  });
});

test('notes are blocks of their own, and a reference stays where its sentence has it', () => {
  const html =
    '<p>One idea<sup class="footnote"><a href="#fn-a"></a></sup> and another one<sup class="footnote"><a href="#fn-b"></a></sup></p>' +
    '<ol class="footnotes"><li id="fn-a">A good book</li><li id="fn-b"></li></ol>';
  const split = splitHtml(html, 'en');
  expect(split.blocks.map(({ text, locked }) => [text, locked])).toEqual([
    ['One idea<1/> and another one', [1]],
    ['A good book', []],
  ]);
  const [sentence] = split.blocks;
  if (!sentence) throw new Error('no block');
  const check = { from: 'en', to: 'de' } as const;
  expect(checkBlock(sentence, 'Eine Idee<1/> und noch eine andere', check)).toBeNull();
  expect(checkBlock(sentence, 'Eine Idee und noch eine andere', check)).toBe('tags');
  const texts = new Map([
    ['b1', 'Eine Idee<1/> und noch eine andere'],
    ['b2', 'Ein gutes Buch'],
  ]);
  expect(joinHtml(split, texts, { to: 'de' })).toBe(
    html
      .replace('One idea', 'Eine Idee')
      .replace('and another one', 'und noch eine andere')
      .replace('A good book', 'Ein gutes Buch'),
  );
});

test('callouts, buttons and FAQs are split into their texts, and only those are translated', () => {
  const html =
    '<aside class="callout-tip"><p>A hint here</p></aside><p><a class="button" href="/blog/a-post">Read more</a></p>' +
    '<section class="faq"><details><summary>Why is that?</summary><p>An answer here</p></details></section>';
  const split = splitHtml(html, 'en');
  expect(split.blocks.map(({ text }) => text)).toEqual([
    'A hint here',
    'Read more',
    'Why is that?',
    'An answer here',
  ]);
  expect(split.internalLinks).toHaveLength(1);
  const texts = new Map(split.blocks.map(({ id }, index) => [id, `Wort ${index} <b>`]));
  expect(joinHtml(split, texts, { to: 'de' })).toBe(
    html
      .replace('A hint here', 'Wort 0 &lt;b&gt;')
      .replace('Read more', 'Wort 1 &lt;b&gt;')
      .replace('Why is that?', 'Wort 2 &lt;b&gt;')
      .replace('An answer here', 'Wort 3 &lt;b&gt;'),
  );
  expect(joinHtml(split, collectTexts(split), { to: 'de' })).toBe(html);
});
