import { expect, test } from 'vitest';
import { assertLoopbackOrigins, isWithinDomain, validateFetchUrl } from './fetch-policy.ts';

const policy = {
  isAllowed: (url: URL) => isWithinDomain(url.hostname, 'threads.com'),
  loopbackOrigins: ['http://127.0.0.1:4750'],
};

test.each([
  ['https://threads.com/@a/post/b', 'https://threads.com/@a/post/b'],
  ['https://www.threads.com/', 'https://www.threads.com/'],
  ['HTTPS://WWW.THREADS.COM:443/x', 'https://www.threads.com/x'],
  ['https://ｗｗｗ．threads．com/', 'https://www.threads.com/'],
  ['http://127.0.0.1:4750/x', 'http://127.0.0.1:4750/x'],
  ['http://127.1:4750/x', 'http://127.0.0.1:4750/x'],
])('%s is fetched as %s', (url, href) => {
  const result = validateFetchUrl(url, policy);
  expect(result.ok && result.value.url.href).toBe(href);
});

test.each([
  '',
  'www.threads.com',
  '//www.threads.com/',
  'http://www.threads.com/',
  'ftp://www.threads.com/',
  'file:///etc/passwd',
  'data:text/html,x',
  'javascript:alert(1)',
  'blob:https://www.threads.com/1',
  'https://www.threads.com:8443/',
  'https://www.threads.com:80/',
  'https://user@www.threads.com/',
  'https://:secret@www.threads.com/',
  'https://www.threads.com@evil.example/',
  'https://evil.example\\@www.threads.com/',
  'https://www.threads.com./',
  'https://threads.com.evil.example/',
  'https://evilthreads.com/',
  'https://evil.example,www.threads.com/',
  'https://evil.example;.threads.com/',
  'https://www.thrеads.com/',
  'https://www.threads.com%00.evil.example/',
  'https://127.0.0.1/',
  'https://127.0.0.1:4750/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://0177.0.0.1/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[2606:4700::1]/',
  'https://8.8.8.8/',
  'https://169.254.169.254/latest/meta-data/',
  'https://localhost/',
  'http://127.0.0.1:4751/',
  'http://127.0.0.1/',
  'http://localhost:4750/',
  'http://user@127.0.0.1:4750/',
  'http://127.0.0.1:4750@evil.example/',
  `https://www.threads.com/${'a'.repeat(9_000)}`,
])('%s is rejected', (url) => {
  expect(validateFetchUrl(url, policy).ok).toBe(false);
});

test('an IP literal is rejected even if the policy would allow it', () => {
  const anything = { isAllowed: () => true, loopbackOrigins: [] };
  for (const url of ['https://1.1.1.1/', 'https://[2606:4700::1]/', 'https://0x01010101/']) {
    expect(validateFetchUrl(url, anything).ok).toBe(false);
  }
});

test('the loopback list accepts only origins of this machine', () => {
  expect(() =>
    assertLoopbackOrigins(['http://127.0.0.1:1', 'http://[::1]:2', 'http://localhost:3']),
  ).not.toThrow();
  for (const origin of ['http://10.0.0.1:80', 'https://www.threads.com', 'http://127.0.0.1:1/', 'nonsense']) {
    expect(() => assertLoopbackOrigins([origin])).toThrow(TypeError);
  }
});
