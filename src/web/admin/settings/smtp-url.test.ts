import { expect, test } from 'vitest';
import { composeSmtpUrl, emptyMailServer, parseSmtpUrl } from './smtp-url.ts';

const server = { ...emptyMailServer, host: 'mail.example.org', user: 'ada@example.org' };
const stored = 'smtps://ada%40example.org:p%40ss@mail.example.org';

test('a URL is composed and parsed again, without its password', () => {
  const composed = composeSmtpUrl({ ...server, port: '465' }, 'p@s:s/#', undefined);
  expect(composed).toEqual({ url: 'smtps://ada%40example.org:p%40s%3As%2F%23@mail.example.org:465' });
  expect(parseSmtpUrl('url' in composed ? (composed.url ?? '') : '')).toEqual({
    ...server,
    port: '465',
    hasPassword: true,
  });
  expect(
    composeSmtpUrl({ ...emptyMailServer, host: 'Mail.Example.org', security: 'starttls' }, '', stored),
  ).toEqual({
    url: 'smtp://mail.example.org',
  });
});

test('an empty password keeps the stored one only for the same server and user', () => {
  expect(composeSmtpUrl(server, '', stored)).toEqual({ url: stored });
  expect(composeSmtpUrl({ ...server, port: '25' }, '', stored)).toEqual({
    url: 'smtps://ada%40example.org:p%40ss@mail.example.org:25',
  });
  expect(composeSmtpUrl({ ...server, host: 'evil.example' }, '', stored)).toEqual({ error: 'missing' });
  expect(composeSmtpUrl({ ...server, user: 'bob' }, '', stored)).toEqual({ error: 'missing' });
  expect(composeSmtpUrl(server, '', undefined)).toEqual({ error: 'missing' });
});

test.each(['a b', 'a/b', 'user@a.example', 'a.example?x', 'a.example#x', 'a.example:25', '%zz'])(
  'the host %s is rejected',
  (host) => {
    expect(composeSmtpUrl({ ...server, host }, 'secret', undefined)).toEqual({ error: 'invalid' });
  },
);

test('no host removes the mail server', () => {
  expect(composeSmtpUrl(emptyMailServer, '', stored)).toEqual({ url: null });
});
