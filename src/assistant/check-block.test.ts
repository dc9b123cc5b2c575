import { describe, expect, test } from 'vitest';
import type { Locale } from '#i18n/locales.ts';
import { wordsOf } from './block-tags.ts';
import { type BlockFault, checkBlock, type GlossaryTerm } from './check-block.ts';
import { seedKeys, seedText } from './fixtures/varied-posts.ts';
import { guessLanguage } from './guess-language.ts';
import { plainBlock } from './plain-block.ts';
import { splitText } from './split-text.ts';

function faultOf(
  html: string,
  text: string,
  { to = 'de', from = 'en', glossary }: { to?: Locale; from?: Locale; glossary?: GlossaryTerm[] } = {},
): BlockFault | null {
  const [block] = splitText(html, from).blocks;
  if (!block) throw new Error('no block');
  return checkBlock(block, text, { from, to, ...(glossary && { glossary }) });
}

test.each<[string, string, BlockFault | null]>([
  ['See <b>the map</b>', 'Schau auf <1>die Karte</1>', null],
  ['See <b>the map</b>', ' ', 'empty'],
  ['See <b>the map</b>', '<1></1>', 'empty'],
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
  ['See the map', 'Karte '.repeat(20), 'length'],
  [`${'All of this is important. '.repeat(9)}`, 'Das ist wichtig.', 'length'],
  ['See the map', '看这张地图', 'script'],
  ['See the map', 'смотри на карту', 'script'],
  [
    'A map of the old town near the river',
    'Una mappa della città vecchia che è vicino al fiume con gli altri',
    'language',
  ],
  ['A map of the old town near the river', 'A map of the old town near the river', 'copied'],
  ['Threads API', 'Threads API', null],
  ['Max Meier, Anna Schmidt and Uwe Braun', 'Max Meier, Anna Schmidt and Uwe Braun', null],
  ['See the map', 'Here is the translation: Karte', 'chatter'],
  ['See the map', 'Übersetzung: Schau auf die Karte', 'chatter'],
])('%j as %j: %s', (source, text, fault) => {
  expect(faultOf(`<p>${source}</p>`, text)).toBe(fault);
});

test.each<[Locale, string, string, BlockFault | null]>([
  ['zh', 'Open the picture in Threads', '在 Threads 中打开图片', null],
  ['zh', 'Open the picture in Threads', 'Öffne das Bild in Threads', 'script'],
  ['zh', 'Open the picture in Threads', '写真をひらく Threads', 'script'],
  ['zh', 'Unspool', 'Unspool', null],
  ['th', 'Open the picture in Threads', 'เปิดรูปภาพใน Threads', null],
  ['th', 'Open the picture in Threads', '打开图片', 'script'],
  ['th', 'There are 12 pictures', 'มีรูปภาพ ๑๒ รูป', null],
  ['vi', 'Open the picture in Threads', 'Mở hình ảnh trong Threads', null],
])('into %s: %j as %j: %s', (to, source, text, fault) => {
  expect(faultOf(`<p>${source}</p>`, text, { to })).toBe(fault);
});

test('half of a text that is still the original is noticed', () => {
  const html =
    '<p>You get the video the way Threads serves it to the web. We do not make it smaller, and nothing is lost on its way to you.</p>';
  const half =
    'Du bekommst das Video so, wie Threads es im Web liefert. We do not make it smaller, and nothing is lost on its way to you.';
  expect(faultOf(html, half)).toBe('copied');
});

test('words of the glossary are asked for, with other endings too, where the source has them', () => {
  const glossary = [
    { source: 'post', target: 'Beitrag' },
    { source: 'Unspool', target: 'Unspool' },
  ];
  expect(faultOf('<p>Open the post</p>', 'Öffne den Post', { glossary })).toBe('glossary');
  expect(faultOf('<p>Links of a post</p>', 'Die Links eines Beitrags', { glossary })).toBeNull();
  expect(faultOf('<p>Ask Unspool first</p>', 'Frag zuerst die Spule', { glossary })).toBe('glossary');
  expect(faultOf('<p>Use the postcard</p>', 'Nimm die Postkarte', { glossary })).toBeNull();
});

test('what has a limit keeps to it', () => {
  const block = plainBlock({ id: 'seo_title', kind: 'search title', text: 'Keep a picture', most: 20 });
  expect(checkBlock(block, 'Ein Bild behalten', { from: 'en', to: 'de' })).toBeNull();
  expect(checkBlock(block, 'Ein ganzes Bild für immer behalten', { from: 'en', to: 'de' })).toBe('limit');
});

describe('held against what people wrote', () => {
  const written = (['de', 'es', 'fr', 'id', 'it', 'pt', 'vi', 'zh', 'th'] as const).flatMap((locale) =>
    seedKeys.flatMap((key) => {
      const text = seedText(key, locale);
      const source = text && splitText(seedText(key, 'en') ?? '', 'en').blocks;
      const blocks = text && splitText(text, locale).blocks;
      if (!source || !blocks || source.length !== blocks.length) return [];
      return source.map((block, place) => ({ locale, block, text: blocks[place]?.text ?? '' }));
    }),
  );

  test('of a thousand true translations hardly one is turned down', () => {
    const found = written.map(({ locale, block, text }) =>
      checkBlock(block, text, { from: 'en', to: locale }),
    );
    // Whoever translated by hand set some marks otherwise.
    const refused = found.filter((fault) => fault !== null && fault !== 'tags');
    expect(found.length).toBeGreaterThan(1500);
    expect(refused.length / found.length).toBeLessThan(0.005);
  });

  test('of long texts in another language than asked for hardly one is taken', () => {
    const long = written.filter(({ block }) => wordsOf(block.text).length > 80);
    const wrong = long.flatMap(({ locale, block, text }) =>
      (['de', 'es', 'pt', 'it', 'fr', 'vi', 'zh', 'th'] as const)
        .filter((to) => to !== locale)
        .map((to) => checkBlock(block, text, { from: 'en', to })),
    );
    expect(wrong.filter((fault) => fault === null).length / wrong.length).toBeLessThan(0.03);
  });

  test('the language of a text is told, or nothing is said', () => {
    const guessed = written
      .filter(({ text }) => wordsOf(text).length > 40)
      .map(({ locale, text }) => ({ locale, guess: guessLanguage(wordsOf(text)) }));
    expect(guessed.filter(({ locale, guess }) => guess !== null && guess !== locale)).toEqual([]);
    expect(guessed.filter(({ guess }) => guess === null).length / guessed.length).toBeLessThan(0.1);
  });
});
