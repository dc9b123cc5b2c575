import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findPostLink, maxLinkTextLength } from './post-links.ts';

const code = 'DAbc-_12xYz';
const bareCodeForms = ['https://www.threads.com/@alma.demo/post/', 'post'];

function findPost(text: string): string {
  const result = findPostLink(text);
  if (!result.ok) return result.error.code;
  const { value } = result;
  return value.kind === 'share' ? `share ${value.token}` : `${value.code} @${value.username ?? ''}`;
}

test.each([
  `https://www.threads.com/@alma.demo/post/${code}`,
  `https://threads.com/@alma.demo/post/${code}`,
  `https://www.threads.net/@alma.demo/post/${code}`,
  `http://threads.net/@alma.demo/post/${code}/`,
  `HTTPS://WWW.THREADS.COM/@alma.demo/post/${code}`,
  `https://www.threads.com:443/@alma.demo/post/${code}`,
  `HTTP://threads.net:80/@alma.demo/post/${code}`,
  `www.threads.com/@alma.demo/post/${code}`,
  `threads.net/@alma.demo/post/${code}`,
  `//www.threads.com/@alma.demo/post/${code}`,
  `https://www.threads.com/@alma.demo/post/${code}/some-words-of-it`,
  `https://www.threads.com/@alma.demo/post/${code}/media`,
  `https://www.threads.com/@alma.demo/post/${code}/embed/?a=b`,
  `https://www.threads.com/@alma.demo/video/${code}/%E8%B2%93/`,
  `https://www.threads.com/@alma.demo/post/${code}?xmt=AQF0&slof=1#top`,
  `https://www.threads.com/@alma.demo/post/${code}\\?xmt\\=AQF0`,
  `https://www.threads.com/%40alma.demo/post/${code}`,
  `https://www.threads.com/＠alma.demo/post/${code}`,
  `https://fixthreads.net/@alma.demo/post/${code}`,
  `https://www.vxthreads.com/@alma.demo/post/${code}`,
  `https://l.threads.com/?u=https%3A%2F%2Fwww.threads.com%2F%40alma.demo%2Fpost%2F${code}&e=1`,
])('%s yields the post and its author', (text) => {
  expect(findPost(text)).toBe(`${code} @alma.demo`);
});

test.each([
  `https://www.threads.com/t/${code}`,
  `https://www.threads.net/t/${code}/`,
  `https://www.threads.com/post/${code}`,
  `https://www.threads.com/@_/post/${code}`,
  `https://www.threads.com/@any-thing/post/${code}`,
  `barcelona://media?shortcode=${code}`,
  `BARCELONA://media?shortcode=${code}&x=1`,
  code,
  `  ${code}\n`,
])('%s yields the post without an author', (text) => {
  expect(findPost(text)).toBe(`${code} @`);
});

test('a share link yields its token', () => {
  expect(findPost('look https://www.threads.com/share/_Bdemo1234/ nice')).toBe('share _Bdemo1234');
  expect(findPost('threads.com/share/BAdemo12?x=1')).toBe('share BAdemo12');
});

test.each([
  ['a sentence', `See https://www.threads.com/@alma.demo/post/${code}.`],
  ['a comma', `https://www.threads.com/@alma.demo/post/${code}, and more`],
  ['brackets', `(https://www.threads.com/@alma.demo/post/${code})`],
  ['markdown', `**<https://www.threads.com/@alma.demo/post/${code}>**`],
  ['a markdown link', `[it](https://www.threads.com/@alma.demo/post/${code})`],
  ['quotes', `{"url":"https://www.threads.com/@alma.demo/post/${code}"}`],
  ['stars', `*https://www.threads.com/@alma.demo/post/${code}*`],
  ['an underline', `_https://www.threads.com/@alma.demo/post/${code}_`],
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
  'https://www.threads.com/@alma.demo/replies',
  'https://www.threads.com/',
  'https://www.threads.com/intent/post?text=hello',
  'https://www.threads.com/search?q=post',
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
  `https://www.instagram.com/p/${code}/`,
  `https://www.threads.com.evil/@a/post/${code}`,
  `https://mythreads.net/@a/post/${code}`,
  `https://a.threads.com/@a/post/${code}`,
  `mythreads.net/@a/post/${code}`,
  `угthreads.net/@a/post/${code}`,
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
  `https://l.threads.com/?u=https%3A%2F%2Fl.threads.com%2F%3Fu%3Dhttps%253A%252F%252Fwww.threads.com%252Ft%252F${code}`,
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
    ...bareCodeForms,
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
    '%',
    '。',
  );
  const texts = fc
    .array(fc.oneof(pieces, fc.string({ maxLength: 8, unit: 'binary' })))
    .map((all) => all.join(''));
  fc.assert(
    fc.property(texts, (text) => {
      const result = findPostLink(text);
      const serialized = result.ok ? JSON.stringify(result.value) : result.error.code;
      expect(serialized).toMatch(
        /^(?:link\.(?:empty|not_threads|not_a_post)|\{"kind":"share","token":"[\w-]{5,64}"\}|\{"kind":"post","code":"[\w-]{1,64}","username":(?:null|"[\w.]{1,30}")\})$/,
      );
    }),
    { numRuns: 500 },
  );
});

test.each([
  ['slashes', '/'.repeat(100_000)],
  ['schemes', 'https://'.repeat(12_500)],
  ['hosts', 'threads.com'.repeat(9_000)],
  ['hosts with paths', 'www.threads.com/@a/post/'.repeat(4_000)],
  ['escapes', `https://www.threads.com/${'%40'.repeat(30_000)}`],
  ['backslashes', `https://www.threads.com${'\\'.repeat(100_000)}`],
  ['zero-width', '\u200B'.repeat(100_000)],
  ['redirectors', `https://l.threads.com/?u=${'https%3A%2F%2Fl.threads.com%2F%3Fu%3D'.repeat(2_500)}`],
])('100 KB of %s are scanned quickly', (_, text) => {
  const startedAt = performance.now();
  findPostLink(text);
  expect(performance.now() - startedAt).toBeLessThan(200);
});
