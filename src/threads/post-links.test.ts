import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkLinkText } from '#test/fuzz/targets/link.ts';
import { measureCpuMs } from '#test/support/measure-cpu.ts';
import {
  findPostLink,
  findPostLinks,
  maxBatchTextLength,
  maxLinkTextLength,
  parsePostPath,
  parseUsername,
  unwrapRedirectUrl,
} from './post-links.ts';

const code = 'DAbc-_12xYz';

function findPost(text: string): string {
  const result = findPostLink(text);
  if (!result.ok) return result.error.code;
  const { value } = result;
  return value.kind === 'share' ? `share ${value.token}` : `${value.code} @${value.username ?? ''}`;
}

test.each([
  `https://www.threads.com/@alma.demo/post/${code}`,
  `https://www.threads.net/@alma.demo/post/${code}`,
  `HTTPS://WWW.THREADS.COM/@alma.demo/post/${code}`,
  `https://www.threads.com:443/@alma.demo/post/${code}`,
  `HTTP://threads.net:80/@alma.demo/post/${code}`,
  `threads.net/@alma.demo/post/${code}`,
  `//www.threads.com/@alma.demo/post/${code}`,
  `https://www.threads.com/@alma.demo/post/${code}/some-words-of-it`,
  `https://www.threads.com/@alma.demo/post/${code}/embed/?a=b`,
  `https://www.threads.com/@alma.demo/video/${code}/%E8%B2%93/`,
  `https://www.threads.com/@alma.demo/post/${code}?xmt=AQF0&slof=1#top`,
  `https://www.threads.com/@alma.demo/post/${code}\\?xmt\\=AQF0`,
  `https://www.threads.com/%40alma.demo/post/${code}`,
  `https://www.threads.com/＠alma.demo/post/${code}`,
  `https://fixthreads.net/@alma.demo/post/${code}`,
  `https://www.vxthreads.com/@alma.demo/post/${code}`,
  `https://l.threads.com/?u=https%3A%2F%2Fwww.threads.com%2F%40alma.demo%2Fpost%2F${code}&e=1`,
  `https://www.vxthreads.net/@alma.demo/post/${code}`,
  `https://fxthreads.com/@alma.demo/post/${code}`,
  `https://threadsez.com/@alma.demo/post/${code}`,
  `https://fixthreads.seria.moe/@alma.demo/post/${code}`,
  `ddthreads.com/@alma.demo/post/${code}`,
  `https：//www.threads.com/@alma.demo/post/${code}`,
  `https://www.threads.com/%2540alma.demo/post/${code}`,
  `https://www.threads.com/%40alma.demo%2Fpost%2F${code}`,
  `www.threads.com%2F%40alma.demo%2Fpost%2F${code}`,
  `intent://www.threads.com/@alma.demo/post/${code}#Intent;scheme=https;package=com.instagram.barcelona;end`,
  `https://www.threads.com/intent/post?text=look&url=https%3A%2F%2Fwww.threads.com%2F%40alma.demo%2Fpost%2F${code}`,
])('%s yields the post and its author', (text) => {
  expect(findPost(text)).toBe(`${code} @alma.demo`);
});

test.each([
  `https://www.threads.com/t/${code}`,
  `https://www.threads.com/post/${code}`,
  `https://www.threads.com/@_/post/${code}`,
  `https://www.threads.com/@any-thing/post/${code}`,
  `BARCELONA://media?shortcode=${code}&x=1`,
  code,
  `${code}_`,
  `  ${code}\n`,
])('%s yields the post without an author', (text) => {
  expect(findPost(text)).toBe(`${code} @`);
});

const encodeTimes = (text: string, times: number): string =>
  times === 0 ? text : encodeTimes(encodeURIComponent(text), times - 1);
const wrap = (host: string, target: string) => `https://${host}?u=${encodeURIComponent(target)}&h=AT0`;
const postUrl = `https://www.threads.com/@alma.demo/post/${code}?xmt=AQF0`;

test.each([0, 1, 2])('a link that is encoded %d times is found, also in a redirector of Meta', (times) => {
  const link = encodeTimes(postUrl, times);
  expect(findPost(link)).toBe(`${code} @alma.demo`);
  expect(findPost(`See ${link} there`)).toBe(`${code} @alma.demo`);
  const hosts = [
    'l.instagram.com/',
    'l.facebook.com/l.php',
    'lm.facebook.com/l.php',
    'l.threads.net/',
    'l.wl.co/l',
  ];
  for (const host of hosts) expect(findPost(wrap(host, link)), host).toBe(`${code} @alma.demo`);
});

test('redirectors may be nested once, and lead nowhere else', () => {
  const once = wrap('l.instagram.com/', postUrl);
  const twice = wrap('l.facebook.com/l.php', once);
  expect(findPost(twice)).toBe(`${code} @alma.demo`);
  expect(findPost(wrap('lm.facebook.com/l.php', twice))).toBe('link.not_threads');
  expect(findPost(wrap('l.facebook.com.evil.example/l.php', postUrl))).toBe('link.not_threads');
  expect(findPost(wrap('l.facebook.com/l.php', `https://evil.example/?u=${postUrl}`))).toBe(
    'link.not_threads',
  );
});

test.each(['看', 'これは', '이건', 'ดูนี่', 'Смотри', 'Δες', 'انظر', 'देखो', 'მე'])(
  'a link right behind the letters %s is found, with and without its scheme',
  (letters) => {
    for (const start of ['https://', 'https://www.', 'www.', ''])
      expect(findPost(`${letters}${start}threads.com/@alma.demo/post/${code}${letters}`), start).toBe(
        `${code} @alma.demo`,
      );
  },
);

test.each([
  'https://www.threads.com/@alma.demo/post/DAbc…',
  'https://www.threads.com/@alma.demo/post/DAbc...',
  'https://www.threads.com/@alma.demo/post/DAbc%E2%80%A6',
  'https://www.threads.com/@alma.demo/po…',
  'https://www.threads.com/@alm…',
  'threads.com/t/DAbc-_12xY… and more',
  'https://www.threads.com/@alma.demo/post/DAbc..',
  'https://www.threads.com/@alma.demo/post/DAbc⋯',
  'https://www.threads.com/@alma.demo/post/DAbc‥',
  'https://www.threads.com/@alma.demo/post/DAbc[…]',
  'www.threads.com/@alma.demo/po(…)',
  'See https://www.threads.com/share/BAde…',
  'https://www.threads.com/@alma.demo and threads.com/@alma.demo/post/DAb…',
  `https://www.threads.com/@a/post/${code}xxxx…`,
  encodeTimes('https://www.threads.com/@alma.demo/post/DAbc…', 2),
  wrap('l.instagram.com/', 'https://www.threads.com/@alma.demo/post/DAbc…'),
])('%s has been cut off', (text) => {
  expect(findPost(text)).toBe('link.cut_off');
  expect(findPostLinks(text)).toEqual([]);
});

test.each([
  `https://www.threads.com/@alma.demo/post/${code}…`,
  `https://www.threads.com/@alma.demo/post/${code}...`,
  `https://www.threads.com/@alma.demo/post/${code}/some-wor…`,
  `https://www.threads.com/@alma.demo/post/${code}?xmt=AQ…`,
  `threads.com/@alma.demo/post/DAb… https://www.threads.com/@alma.demo/post/${code}`,
])('an ellipsis after the whole code in %s does no harm', (text) => {
  expect(findPost(text)).toBe(`${code} @alma.demo`);
  expect(findPostLinks(text)).toHaveLength(1);
});

test.each([
  `https%3A%2F%2Fevil.example%2F%3Fu%3D${encodeURIComponent(postUrl)}`,
  `https%3A%2F%2Fevil.example%2F%20${postUrl}`,
  `https%3A%2F%2Fevil.example%2F%E3%80%81${postUrl}`,
  `https://evil.example/?u=${encodeTimes(postUrl, 2)}`,
  `https://www.угthreads.net/@alma.demo/post/${code}`,
])('an encoded or foreign host in %s smuggles in no link', (text) => {
  expect(findPost(text)).toBe('link.not_threads');
});

test('an invalid escape keeps nothing else encoded', () => {
  expect(findPost(`${encodeURIComponent(`https://www.threads.com/@alma.demo/post/${code}`)}%2F%ff`)).toBe(
    `${code} @alma.demo`,
  );
});

test('a redirector in the draft of a post is read', () => {
  const draft = (text: string) => `https://www.threads.com/intent/post?text=${encodeURIComponent(text)}`;
  expect(findPost(draft(`look ${wrap('l.threads.com/', postUrl)}`))).toBe(`${code} @alma.demo`);
  expect(findPost(draft(draft(draft(draft(postUrl)))))).toBe('link.not_a_post');
});

test.each([
  'https://www.threads.com/live_chat/1234567890/',
  'https://www.threads.com/@alma.demo/live-chats/DAbc-_12xYz?x=1',
  'https://www.threads.net/live/1234567890',
  'threads.com/chat/abc',
  'https://www.threads.com/@alma.demo https://www.threads.com/livechat/1',
])('%s is a live chat', (text) => {
  expect(findPost(text)).toBe('link.live_chat');
});

test('a user or a post with a name like a live chat is not one', () => {
  expect(findPost('https://www.threads.com/@live')).toBe('link.not_a_post');
  expect(findPost(`https://www.threads.com/@chat/post/${code}/live`)).toBe(`${code} @chat`);
});

test('a share link yields its token', () => {
  expect(findPost('look https://www.threads.com/share/_Bdemo1234/ nice')).toBe('share _Bdemo1234');
  expect(findPost('threads.com/share/BAdemo12?x=1')).toBe('share BAdemo12');
});

test.each([
  ['a sentence', `See https://www.threads.com/@alma.demo/post/${code}.`],
  ['a comma', `https://www.threads.com/@alma.demo/post/${code}, and more`],
  ['markdown', `**<https://www.threads.com/@alma.demo/post/${code}>**`],
  ['a markdown link', `[it](https://www.threads.com/@alma.demo/post/${code})`],
  ['quotes', `{"url":"https://www.threads.com/@alma.demo/post/${code}"}`],
  ['CJK punctuation', `看「https://www.threads.com/@alma.demo/post/${code}」。`],
  ['a CJK full stop', `https://www.threads.com/@alma.demo/post/${code}。很好`],
  ['zero-width characters', `\u2060https://www.threads.com/\u200B@alma.demo/post/${code}\u200B`],
  ['lines', `text\nhttps://www.threads.com/@alma.demo/post/${code}\ntext`],
  ['its own repetition', `https://www.threads.com/@alma.demo/post/${code}https://www.threads.com/@x/post/y`],
  ['an earlier profile link', `https://www.threads.com/@x https://www.threads.com/@alma.demo/post/${code}`],
  ['an earlier foreign link', `https://example.com/a [it](https://www.threads.com/@alma.demo/post/${code})`],
  ['a word and a colon', `Link:threads.com/@alma.demo/post/${code}`],
])('a link is found despite %s', (_, text) => {
  expect(findPost(text)).toBe(`${code} @alma.demo`);
});

test.each(['', '   \n', '\u200B\u2060'])('a blank text is an empty link', (text) => {
  expect(findPost(text)).toBe('link.empty');
});

test.each([
  'https://www.threads.com/@alma.demo',
  'https://www.threads.com/',
  'https://www.threads.com/intent/post?text=hello',
  'https://www.threads.com/share/',
  'https://www.threads.com/shared/BAdemo12',
  'https://www.threads.com/@alma.demo/post/',
  'https://www.threads.com/login?next=/@a/post/DAbc',
  `https://www.threads.com/alma.demo/post/${code}`,
  'barcelona://user?username=alma.demo',
  'https://l.threads.com/?u=https%3A%2F%2Fwww.threads.com%2F%40alma.demo',
])('%s is on Threads but is not a post', (text) => {
  expect(findPost(text)).toBe('link.not_a_post');
});

test.each([
  'hello there, no link',
  'http%3A%9F',
  `https://www.instagram.com/p/${code}/`,
  `https://www.threads.com.evil/@a/post/${code}`,
  `https://mythreads.net/@a/post/${code}`,
  `https://a.threads.com/@a/post/${code}`,
  `mythreads.net/@a/post/${code}`,
  `https://угthreads.net/@a/post/${code}`,
  `éthreads.net/@a/post/${code}`,
  `https://www.threads.com@evil/@a/post/${code}`,
  `https://user:pass@www.threads.com/@a/post/${code}`,
  `https://www.threads.com:8443/@a/post/${code}`,
  `https://www.threads.com:80/@a/post/${code}`,
  `http://www.threads.com:443/@a/post/${code}`,
  `https://www.threads.com:443:443/@a/post/${code}`,
  `https://www.threads.com:/@a/post/${code}`,
  `https://evil.example:443/@a/post/${code}`,
  `https://www.threads.com:443@evil.example/@a/post/${code}`,
  `https://m.threads.com/@a/post/${code}`,
  `www.threads.com:443/@a/post/${code}`,
  `https://www.threads.com\\@evil/@a/post/${code}`,
  `https://www.threads.com\\/@a/post/${code}`,
  `https:\\\\www.threads.com\\@a\\post\\${code}`,
  `https://www.threads.com%2F@evil/@a/post/${code}`,
  `https://www.threads.com./@a/post/${code}`,
  `ftp://www.threads.com/@a/post/${code}`,
  `mail@threads.com/@a/post/${code}`,
  `https://evil.example/threads.com/@a/post/${code}`,
  `https://evil.example/?u=https://www.threads.com/@a/post/${code}`,
  `evil.example?x=threads.com/@a/post/${code}`,
  `https://l.threads.com/?u=https%3A%2F%2Fevil.example%2F`,
  `the code ${code} inside words`,
])('%s is not a Threads link', (text) => {
  expect(findPost(text)).toBe('link.not_threads');
});

test('a link beyond the maximum length is not found', () => {
  const link = `https://www.threads.com/@alma.demo/post/${code}`;
  expect(findPost(' '.repeat(maxLinkTextLength - link.length) + link)).toBe(`${code} @alma.demo`);
  expect(findPost(`${'x '.repeat(maxLinkTextLength)}${link}`)).toBe('link.not_threads');
});

test('a shortcode keeps its case and every character of its alphabet', () => {
  expect(findPost('https://www.threads.com/@a/post/aBcDeFgHiJk')).toBe('aBcDeFgHiJk @a');
  expect(findPost('https://www.threads.com/@a/post/-_-_-_-_-_-')).toBe('-_-_-_-_-_- @a');
});

test('the long shortcode of a private account is not truncated', () => {
  const long = `${code}${'x'.repeat(28)}`;
  expect(findPost(`https://www.threads.com/@a/post/${long}`)).toBe(`${long} @a`);
  expect(findPost(long)).toBe(`${long} @`);
});

test('any text gives a result with only safe characters', () => {
  const pieces = fc.constantFrom(
    'https://www.threads.com/@alma.demo/post/',
    'post',
    'https://',
    'threads.com',
    'www.threads.net/',
    '@',
    '%40',
    '/t/',
    '/share/',
    '\\',
    ':',
    'barcelona://media?shortcode=',
    'l.threads.com/?u=',
    'lm.facebook.com/l.php?u=',
    'https%3A%2F%2F',
    'intent://',
    '%2F',
    '…',
    '%',
    '。',
  );
  const texts = fc
    .array(fc.oneof(pieces, fc.string({ maxLength: 8, unit: 'binary' })))
    .map((all) => all.join(''));
  fc.assert(fc.property(texts, checkLinkText), { numRuns: 500 });
});

test.each([
  ['/@alma.demo/VIDEO/DAbc/more', 'DAbc', 'alma.demo'],
  ['//@alma.demo//post//DAbc', 'DAbc', 'alma.demo'],
  ['/@a b/post/DAbc', 'DAbc', null],
  ['/T/DAbc', 'DAbc', null],
  ['/p%6fst/DAbc', 'DAbc', null],
  ['/t/DAbc.', 'DAbc', null],
  ['/t/DAbchttps://x', 'DAbc', null],
  ['/t/DAbchttp:', 'DAbc', null],
  ['/t/DAbchttps', 'DAbchttps', null],
  ['/t/DAbc-_12xYz_', 'DAbc-_12xYz', null],
  ['/t/DAbc-_12xYz---', 'DAbc-_12xYz', null],
  ['/t/DAbc-_12xYz----', 'DAbc-_12xYz----', null],
  ['/t/DAbc-_12xY_', 'DAbc-_12xY_', null],
  [`/t/${'a'.repeat(64)}`, 'a'.repeat(64), null],
])('the path %s names the post %s by %s', (path, postCode, username) => {
  expect(parsePostPath(path)).toEqual({ kind: 'post', code: postCode, username });
});

test.each([
  '',
  '/@alma.demo/post/.',
  '/@alma.demo/posts/DAbc',
  '/%/post/DAbc',
  '/t',
  '/tt/DAbc',
  `/t/${'a'.repeat(65)}`,
  '/share/abcd',
  `/share/${'a'.repeat(65)}`,
  `${'/'.repeat(12)}t/DAbc`,
])('the path %j names no post', (path) => {
  expect(parsePostPath(path)).toBeNull();
});

test.each(['abcde', 'a'.repeat(64)])('the path of a share link names the token %s', (token) => {
  expect(parsePostPath(`/SHARE/${token}/x`)).toEqual({ kind: 'share', token });
});

test('a user name has at most thirty characters and is not the placeholder', () => {
  expect(['a', 'A.b_9', 'a'.repeat(30)].map(parseUsername)).toEqual(['a', 'A.b_9', 'a'.repeat(30)]);
  expect(['', '_', 'a'.repeat(31), 'a b', 'a/b', ' a', 'ä'].map(parseUsername)).toEqual(Array(7).fill(null));
});

test.each([
  ['https://a.example/b?c#d', 'https://a.example/b?c#d'],
  ['http://a.example', 'http://a.example/'],
  ['https://l.threads.com/?u=https%3A%2F%2Fa.example%2Fb&e=1', 'https://a.example/b'],
  ['https://l.threads.net/?u=http%3A%2F%2Fa.example', 'http://a.example/'],
  ['https://l.instagram.com/?u=https%3A%2F%2Fa.example', 'https://a.example/'],
  ['https://lm.facebook.com/l.php?u=https%3A%2F%2Fa.example', 'https://a.example/'],
  [wrap('l.threads.com/', wrap('l.instagram.com/', 'https://a.example/')), 'https://a.example/'],
  [wrap('l.threads.com/', wrap('l.threads.com/', wrap('l.threads.com/', 'https://a.example/'))), null],
  [wrap('l.threads.com/', 'https%3A%2F%2Fa.example'), 'https://a.example/'],
  ['https://xl.threads.com/?u=https%3A%2F%2Fa.example', 'https://xl.threads.com/?u=https%3A%2F%2Fa.example'],
  ['https://l.threads.com.evil.example/?u=x', 'https://l.threads.com.evil.example/?u=x'],
  ['https://l.threads.com/?u=javascript%3Aalert(1)', null],
  ['https://l.threads.com/?u=', null],
  ['https://l.threads.com/', null],
  ['javascript:alert(1)', null],
  ['ftp://a.example', null],
  ['/a', null],
])('the link preview of %s leads to %s', (url, target) => {
  expect(unwrapRedirectUrl(url)).toBe(target);
});

const link = (code: string, user = 'alma.demo') => `https://www.threads.com/@${user}/post/${code}`;
const [code1, code2, code3] = ['DAbc-_12xY1', 'DAbc-_12xY2', 'DAbc-_12xY3'];
const findCodes = (text: string) =>
  findPostLinks(text).map((found) => (found.kind === 'share' ? `share ${found.token}` : found.code));

test.each([
  ['lines', `${link(code1)}\n${link(code2)}\r\n${link(code3)}`],
  ['commas', `${link(code1)},${link(code2)}, ${link(code3)}`],
  ['a sentence', `First ${link(code1)}, then (${link(code2)}) and finally "${link(code3)}".`],
  ['nothing, because the field removed line breaks', `${link(code1)}${link(code2)}${link(code3)}`],
  ['slashes without spaces', `${link(code1)}/${link(code2)}/${link(code3)}/`],
  ['queries without spaces', `${link(code1)}?xmt=AQF0${link(code2)}?xmt=AQF0${link(code3)}`],
  ['markdown', `- [a](${link(code1)})\n- [b](${link(code2)})\n- <${link(code3)}>`],
  ['HTML', `<a href="${link(code1)}">a</a><a href="${link(code2)}">b</a><a href="${link(code3)}">c</a>`],
  [
    'other forms',
    `threads.net/t/${code1} barcelona://media?shortcode=${code2} www.threads.com/@x/post/${code3}`,
  ],
  ['foreign links', `https://example.com/a ${link(code1)} https://x.example ${link(code2)} x ${link(code3)}`],
  ['profiles', `${link(code1)} https://www.threads.com/@alma.demo ${link(code2)} ${link(code3)}`],
])('links separated by %s are all found in order', (_, text) => {
  expect(findCodes(text)).toEqual([code1, code2, code3]);
});

test('the same post is listed once, at its first position', () => {
  expect(
    findCodes(`${link(code2)} ${link(code1)} ${link(code2, 'other')}?a=b https://threads.net/t/${code1}`),
  ).toEqual([code2, code1]);
});

test('share links and post links can be mixed', () => {
  expect(findCodes(`threads.com/share/BAdemo12 ${link(code1)} threads.com/share/BAdemo12/`)).toEqual([
    'share BAdemo12',
    code1,
  ]);
});

test.each([
  'no link',
  `https://evil.example/?u=${link(code1)}`,
  `https://evil.example/${link(code1)}`,
  `https://www.threads.com.evil/@a/post/x/${link(code1)}`,
  `https://www.threads.com/login?next=${link(code1)}`,
])('%s contains no links', (text) => {
  expect(findPostLinks(text)).toEqual([]);
});

test('a URL in the query of a post link is part of that link', () => {
  expect(findCodes(`${link(code1)}?ref=${link(code2)}`)).toEqual([code1]);
});

test('formatted links parse to the same posts', () => {
  const links = [link(code1), link(code2, 'b'), `threads.net/t/${code3}`, 'threads.com/share/BAdemo12'];
  const fragments = fc.constantFrom(...links, 'x', '\n', ' ');
  fc.assert(fc.property(fc.array(fragments, { maxLength: 12 }), (pieces) => checkLinkText(pieces.join(' '))));
});

test('the first link is the one that findPostLink returns', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(link(code1), link(code2), 'https://', '/', 'a.example', ' ', '?u=')),
      (pieces) => checkLinkText(pieces.join('')),
    ),
  );
});

test.each([
  ['links', `${link(code1)} `.repeat(4_000)],
  ['links without ends', link(code1).repeat(4_000)],
  ['slashes', '/'.repeat(262_144)],
  ['schemes', 'https://'.repeat(32_000)],
  ['hosts', 'threads.com'.repeat(20_000)],
  ['hosts with paths', 'www.threads.com/@a/post/'.repeat(10_000)],
  ['escapes', `https://www.threads.com/${'%40'.repeat(80_000)}`],
  ['backslashes', `https://www.threads.com${'\\'.repeat(240_000)}`],
  ['zero-width characters', '\u200B'.repeat(262_144)],
  ['redirectors', `https://l.threads.com/?u=${'https%3A%2F%2Fl.threads.com%2F%3Fu%3D'.repeat(7_000)}`],
])('256 KB of %s are scanned quickly', (_, text) => {
  expect(measureCpuMs(() => findPostLink(text))).toBeLessThan(200);
  expect(measureCpuMs(() => findPostLinks(text.slice(0, maxBatchTextLength)))).toBeLessThan(1_000);
});
