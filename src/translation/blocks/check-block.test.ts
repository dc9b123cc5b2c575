import { describe, expect, test } from 'vitest';
import { plainBlockText } from '#ai/block-text-contract.ts';
import { detectLanguage } from '#i18n/detect-language.ts';
import type { Locale } from '#i18n/locales.ts';
import { seedKeys, seedText } from '../fixtures/varied-posts.ts';
import { createPlainBlock } from './block.ts';
import { type BlockIssue, checkBlock, type GlossaryTerm } from './check-block.ts';
import { splitHtml } from './split-html.ts';

function findIssue(
  html: string,
  text: string,
  { to = 'de', from = 'en', glossary }: { to?: Locale; from?: Locale; glossary?: GlossaryTerm[] } = {},
): BlockIssue | null {
  const [block] = splitHtml(html, from).blocks;
  if (!block) throw new Error('no block');
  return checkBlock(block, text, { from, to, ...(glossary && { glossary }) });
}

test.each<[string, string, BlockIssue | null]>([
  ['See <b>the map</b>', 'Schau auf <1>die Karte</1>', null],
  ['See <b>the map</b>', ' ', 'empty'],
  ['See <b>the map</b>', '<1></1>', 'empty'],
  ['See the map', '…', 'empty'],
  ['See the map', '[N/A]', 'empty'],
  ['See the map', 'null', 'empty'],
  ['Two thousand', '2000', null],
  ['See <b>the map</b>', 'Schau auf die Karte', 'tags'],
  ['See <b>the map</b>', 'Schau auf <1>die</1> <1>Karte</1>', 'tags'],
  ['See <b>the map</b>', 'Schau auf <1>die Karte', 'tags'],
  ['See <b>the map</b>', 'Schau auf </1>die Karte<1>', 'tags'],
  ['See <b>the map</b>', 'Schau auf <1>die</1> <2>Karte</2>', 'tags'],
  ['See <b>the map</b>', 'Schau auf <1></1>die Karte', 'tags'],
  ['See <b>the <i>map</i></b>', 'Schau auf <1>die</1> <2>Karte</2>', 'tags'],
  ['See <b>the <i>map</i></b>', '<1><2>Karte</2> anschauen</1>', null],
  ['One<br>two words', 'Eins <1/> zwei Wörter', null],
  ['One<br>two words', 'Eins <1>zwei</1> Wörter', 'tags'],
  ['See <b>the map</b>', 'Schau auf <strong>die Karte</strong>', 'markup'],
  ['See <b>the map</b>', 'Schau auf <1>die <em>Karte</em></1>', 'markup'],
  ['See the map', 'Schau auf [die Karte](karte)', 'markup'],
  ['See the map', 'Schau auf **die Karte**', 'markup'],
  ['Write &lt;p&gt; before it', 'Schreib &lt;p&gt; davor', null],
  ['Write &lt;br&gt; between lines', 'Schreib &lt;br&gt; zwischen Zeilen', null],
  ['Write &lt;br&gt; between lines', 'Schreib &lt;br&gt; zwischen &lt;br&gt; Zeilen', 'markup'],
  ['Write &lt;br&gt; between lines', 'Schreib &lt;hr&gt; zwischen Zeilen', 'markup'],
  ['I &lt;3 maps and 5 &lt; 7', 'Ich &lt;3 Karten und 5 < 7', null],
  ['See the map', 'Schau auf die Karte https://evil.example', 'links'],
  ['See the map', 'Schau auf die Karte evil.com', 'links'],
  ['See the map', 'Karte: ann@evil.example', 'links'],
  ['See www.a.example today', 'Sieh heute www.a.example an', null],
  ['See www.a.example today', 'Sieh heute www.b.example an', 'links'],
  ['See www.a.example today', 'Sieh es heute an', 'kept'],
  ['Ask @ann about #tips', 'Frag @ann nach #tips', null],
  ['Ask @ann about #tips', 'Frag @anna nach #tips', 'kept'],
  ['Ask @ann about #tips', 'Frag @ann nach #tipps', 'kept'],
  ['Ask @ann about #tips', 'Frag @ann und @bob nach #tips', 'kept'],
  ['Type <code>npm i</code> first', 'Tippe zuerst <1>npm i</1>', null],
  ['Type <code>npm i</code> first', 'Tippe zuerst <1>npm installieren</1>', 'kept'],
  ['In 2025 we had 2,847,691 of 3.5 million', '2025 hatten wir 2.847.691 von 3,5 Millionen', null],
  ['In 2025 we had 2,847,691 of 3.5 million', '2025 hatten wir 2 847 691 von 3,5 Millionen', null],
  ['In 2025 we had 2,847,691 of 3.5 million', '2025 hatten wir 2.847.961 von 3,5 Millionen', 'numbers'],
  ['In 2025 we had many of them', 'Wir hatten viele davon', 'numbers'],
  ['We had many of them', 'Wir hatten viele davon, ruf 0900123456 an', 'numbers'],
  ['Come at 3 pm', 'Komm um 15 Uhr', null],
  ['It was two thousand', 'Es waren 2000', null],
  ['See the map', 'Karte '.repeat(21), 'length'],
  [`${'All of this is important. '.repeat(9)}`, 'Das ist wichtig.', 'length'],
  ['See the map', '看这张地图', 'script'],
  ['See the map', 'смотри на карту', 'script'],
  [
    'A map of the old town near the river',
    'Una mappa della città vecchia che è vicino al fiume con gli altri',
    'language',
  ],
  ['A map of the old town near the river', 'A map of the old town near the river', 'copied'],
  ['See the old map', 'See the old map, Sieh die alte Karte', 'copied'],
  ['See the old map', 'See the old map → Sieh die alte Karte', 'chatter'],
  ['Threads API', 'Threads API', null],
  ['The Old Map Museum', 'Das „The Old Map Museum“', null],
  ['Max Meier, Anna Schmidt and Uwe Braun', 'Max Meier, Anna Schmidt and Uwe Braun', null],
  ['See the map', 'Here is the translation: Karte', 'chatter'],
  ['See the map', 'Übersetzung: Schau auf die Karte', 'chatter'],
])('%j as %j: %s', (source, text, issue) => {
  expect(findIssue(`<p>${source}</p>`, text)).toBe(issue);
});

test.each<[Locale, string, string, BlockIssue | null]>([
  ['zh', 'Open the picture in Threads', '在 Threads 中打开图片', null],
  ['zh', 'Open the picture in Threads', 'Öffne das Bild in Threads', 'script'],
  ['zh', 'Open the picture in Threads', '写真をひらく Threads', 'script'],
  ['zh', 'Unspool', 'Unspool', null],
  ['zh', 'Ask @ann about #tips', '向 @ann 询问 #tips的事情', null],
  ['zh', 'Ask @ann about #tips', '向 @anna 询问 #tips', 'kept'],
  ['th', 'Open the picture in Threads', 'เปิดรูปภาพใน Threads', null],
  ['th', 'Open the picture in Threads', '打开图片', 'script'],
  ['th', 'There are 12 pictures', 'มีรูปภาพ ๑๒ รูป', null],
  ['vi', 'Open the picture in Threads', 'Mở hình ảnh trong Threads', null],
])('into %s: %j as %j: %s', (to, source, text, issue) => {
  expect(findIssue(`<p>${source}</p>`, text, { to })).toBe(issue);
});

test('rejects a translation that is half untranslated', () => {
  const html =
    '<p>You get the video the way Threads serves it to the web. We do not make it smaller, and nothing is lost on its way to you.</p>';
  const half =
    'Du bekommst das Video so, wie Threads es im Web liefert. We do not make it smaller, and nothing is lost on its way to you.';
  expect(findIssue(html, half)).toBe('copied');
});

test('requires glossary terms that the source uses, allowing other endings', () => {
  const glossary = [
    { source: 'post', target: 'Beitrag' },
    { source: 'Unspool', target: 'Unspool' },
  ];
  expect(findIssue('<p>Open the post</p>', 'Öffne den Post', { glossary })).toBe('glossary');
  expect(findIssue('<p>Links of a post</p>', 'Die Links eines Beitrags', { glossary })).toBeNull();
  expect(findIssue('<p>Ask Unspool first</p>', 'Frag zuerst die Spule', { glossary })).toBe('glossary');
  expect(findIssue('<p>Use the postcard</p>', 'Nimm die Postkarte', { glossary })).toBeNull();
});

test('enforces the length limit', () => {
  const block = createPlainBlock({ id: 'seo_title', kind: 'search title', text: 'Keep a picture', most: 20 });
  expect(checkBlock(block, 'Ein Bild behalten', { from: 'en', to: 'de' })).toBeNull();
  expect(checkBlock(block, 'Ein ganzes Bild für immer behalten', { from: 'en', to: 'de' })).toBe('limit');
});

describe('checked against human translations', () => {
  const written = (['de', 'es', 'fr', 'id', 'it', 'pt', 'vi', 'zh', 'th'] as const).flatMap((locale) =>
    seedKeys.flatMap((key) => {
      const text = seedText(key, locale);
      const source = text && splitHtml(seedText(key, 'en') ?? '', 'en').blocks;
      const blocks = text && splitHtml(text, locale).blocks;
      if (!source || !blocks || source.length !== blocks.length) return [];
      return source.map((block, index) => ({ locale, block, text: blocks[index]?.text ?? '' }));
    }),
  );

  test('rejects less than 0.5 percent of human translations', () => {
    const found = written.map(({ locale, block, text }) =>
      checkBlock(block, text, { from: 'en', to: locale }),
    );
    // Human translators placed some tags differently.
    const rejected = found.filter((issue) => issue !== null && issue !== 'tags');
    expect(found.length).toBeGreaterThan(1500);
    expect(rejected.length / found.length).toBeLessThan(0.005);
  });

  test('accepts less than 3 percent of long texts in the wrong language', () => {
    const long = written.filter(({ block }) => plainBlockText(block.text).length > 80);
    const wrong = long.flatMap(({ locale, block, text }) =>
      (['de', 'es', 'pt', 'it', 'fr', 'vi', 'zh', 'th'] as const)
        .filter((to) => to !== locale)
        .map((to) => checkBlock(block, text, { from: 'en', to })),
    );
    expect(wrong.filter((issue) => issue === null).length / wrong.length).toBeLessThan(0.03);
  });

  test('detects the right language or none', () => {
    const guessed = written
      .filter(({ text }) => plainBlockText(text).length > 40)
      .map(({ locale, text }) => ({ locale, guess: detectLanguage(plainBlockText(text)) }));
    expect(guessed.filter(({ locale, guess }) => guess !== null && guess !== locale)).toEqual([]);
    expect(guessed.filter(({ guess }) => guess === null).length / guessed.length).toBeLessThan(0.1);
  });
});
