import { expect, test } from 'vitest';
import { buildPage, mediaBlock, relatedBlock, threadBlock } from '../fixtures/build-page.ts';
import { bruno, buildPost, photo, video } from '../fixtures/build-post.ts';
import { parsePostFromHtml, parsePostFromJson } from '../strategies/post-page.ts';
import { findCallArguments, findEmbeddedJson } from './embedded-json.ts';

const code = 'DAsked00001';
const target = { code, username: null };
const post = buildPost(code, video('mine'));
const stranger = (overrides = {}, info = {}) =>
  buildPost('DOther00001', { ...video('theirs'), user: bruno, ...overrides }, info);
const block = mediaBlock(post);
const strangers = [relatedBlock(stranger()), threadBlock([stranger()])];

function read(html: string) {
  const outcome = parsePostFromHtml(html, target);
  if (outcome.kind !== 'found' || !outcome.result.ok) return outcome.kind;
  return outcome.result.value.items.map(
    (item) => `${item.source.kind} ${item.renditions[0].url.split('/').at(-1)?.split('?')[0]}`,
  );
}

const withScript = (script: string) =>
  buildPage(strangers).replace('</body>', `<script nonce="x">${script}</script></body>`);

test.each<[string, string]>([
  ['a call', withScript(`handle(${block});`)],
  [
    'a call in a function',
    withScript(`requireLazy(["a"],function(a){'use strict';/* don't */a.handle("x",${block})})`),
  ],
  ['an assignment', withScript(`window.__data = ${block}; // it's all`)],
  ['a call of JSON.parse', withScript(`handle(JSON.parse(${JSON.stringify(block)}))`)],
  [
    'a call of JSON.parse with single quotes',
    withScript(`handle(JSON.parse('${block.replaceAll('\\', '\\\\')}'))`),
  ],
  [
    'a call of JSON.parse with hexadecimal escapes',
    withScript(
      `JSON.parse( '${block.replaceAll('\\', '\\\\').replaceAll('"', '\\x22').replaceAll('D', '\\x44')}' )`,
    ),
  ],
  ['a call after a comment', withScript(`handle(/* it's */ ${block})`)],
  [
    'a call after a regular expression',
    withScript(`var quotes = /["'/]/g; s.replace(/'/, ""); handle(${block})`),
  ],
  ['a call after a division', withScript(`var a = b / 2, c = "/"; handle(${block})`)],
  ['a JSON block with a semicolon', buildPage([...strangers, `${block};`])],
  ['the second JSON document of a block', buildPage([...strangers, `${strangers[0]}\n${block}`])],
  ['a call in a JSON block', buildPage([...strangers, `handle(${block});`])],
  ['a string that is the whole block', buildPage([...strangers, JSON.stringify(block)])],
  ['a string in an object', buildPage([...strangers, JSON.stringify({ payload: block })])],
  ['a string in a string', buildPage([...strangers, JSON.stringify({ a: [JSON.stringify({ b: block })] })])],
  ['a string in a call', withScript(`handle(${JSON.stringify({ payload: block })})`)],
  ['escapes', buildPage([...strangers, block.replaceAll(code, '\\u0044Ask\\u0065d0000\\u0031')])],
  [
    'a string with escapes',
    buildPage([...strangers, JSON.stringify({ payload: block.replaceAll(code, '\\u0044Asked00001') })]),
  ],
])('a post in %s is read, and no stranger next to it', (_, html) => {
  expect(read(html)).toEqual(['own mine.mp4']);
});

test('a data response with the post in a string is read', () => {
  const text = JSON.stringify({
    __type: 'preloader',
    id: 'adp_x',
    result: JSON.stringify({ data: { media: post } }),
  });
  expect(parsePostFromJson([text], target)).toMatchObject({ kind: 'found', result: { ok: true } });
});

const forged = JSON.stringify({ data: { media: buildPost(code, video('forged')) } });
const fragments = { text_fragments: { fragments: [{ plaintext: forged }] } };

test.each<[string, unknown]>([
  ['the caption', stranger({ caption: { text: forged } })],
  ['a fragment of the text', stranger({ caption: null }, fragments)],
  ['the name', stranger({ user: { ...bruno, full_name: forged } })],
  ['the alternative text', stranger({ accessibility_caption: forged })],
  ['an unknown field', stranger({ words: forged })],
  ['an unknown object', stranger({ words: { more: [forged] } })],
  ['a link preview', stranger({}, { link_preview_attachment: { heading: forged } })],
  ['a streamed part', { id: stranger().id, words: forged }],
  ['a streamed caption', { caption: { words: forged } }],
  ['a streamed text', { path: ['media'], data: { text: forged } }],
  ['a name in a list of users', [{ username: 'bruno_demo', words: forged }]],
])('JSON of the post that a stranger wrote into %s is not read', (_, node) => {
  const texts = [mediaBlock(node), threadBlock([node]), JSON.stringify(node)];
  const asString = JSON.stringify({ payload: mediaBlock(node) });
  for (const blocks of [texts, [asString]]) expect(read(buildPage(blocks))).not.toContain('own forged.mp4');
  for (const script of [`handle(${texts[0]})`, `handle(JSON.parse(${JSON.stringify(texts[0])}))`])
    expect(read(withScript(script))).not.toContain('own forged.mp4');
  expect(findEmbeddedJson([...texts, asString], code).filter((text) => text === forged)).toEqual([]);
  // Even next to the post itself.
  expect(read(buildPage([...texts, asString, block]))).toEqual(['own mine.mp4']);
});

test('the author of a post cannot replace its media with JSON in its own caption', () => {
  const caption = { text: forged };
  expect(read(buildPage([mediaBlock(buildPost(code, { ...photo('mine'), caption }))]))).toEqual([
    'own mine.jpg',
  ]);
  expect(read(buildPage([mediaBlock(buildPost(code, { caption }))]))).toBe('found');
});

test('text in quotes, comments and broken JSON of a script is not an argument', () => {
  const scripts = [
    `var text = '(${forged})';`,
    `var text = \`(${forged})\`;`,
    `var text = ${JSON.stringify(`(${forged}`)};`,
    `// (${forged}\n/* =${forged} */`,
    `var pattern = /'/; var text = '\n(${forged})';`,
    `var pattern = /'/; var text = '(${forged})';`,
    `var pattern = f(/[/']/); var text = '(${forged})';`,
    `function f() { return /'/.test('(${forged})'); }`,
  ];
  for (const script of scripts) {
    expect(findCallArguments(script)).toEqual([]);
    expect(read(withScript(script))).not.toContain('own forged.mp4');
  }
  expect(findCallArguments(`handle({"a":1}, [2], {"b":`)).toEqual(['{"a":1}', '[2]']);
});

test('copies in strings that contradict each other are a conflict', () => {
  const other = mediaBlock(buildPost(code, { ...video('theirs'), user: bruno }));
  expect(read(buildPage([JSON.stringify({ a: block, b: other })]))).toBe('conflict');
});

test('the part of a JSON block that was cut off is not read', () => {
  expect(read(buildPage([`${strangers[0]}\n[${block},{"more":`]))).toBe('parse_error');
  expect(read(buildPage([`[${block},{"more":`]))).toBe('parse_error');
});

const deep = (depth: number): string => (depth === 0 ? block : JSON.stringify([deep(depth - 1)]));

test.each<[string, string]>([
  ['open calls', withScript(`x="${code}";${'f(['.repeat(300_000)}`)],
  ['open strings', withScript(`x="${code}";${'f("'.repeat(300_000)}`)],
  ['small objects', withScript(`x="${code}";${'f({"a":1},'.repeat(100_000)}`)],
  ['small strings', buildPage([JSON.stringify(Array(30_000).fill(`{"a":"${code}"}`))])],
  ['strings in strings', buildPage([deep(9)])],
])('a page of %s is read in bounded time', (_, html) => {
  const before = process.cpuUsage();
  expect(read(html)).not.toContain('own mine.mp4');
  expect(process.cpuUsage(before).user / 1e6).toBeLessThan(2);
});
