import { expect, test } from 'vitest';
import { classifyRedirect } from './session.ts';

const origin = 'http://127.0.0.1:4000';
const classify = (location: string) => classifyRedirect(location, `${origin}/share/BAdemo12/`, origin);

test.each([
  ['/@alma.demo/post/DAsked00001?xmt=1', '/@alma.demo/post/DAsked00001?xmt=1'],
  ['https://www.threads.com/@alma.demo/post/DAsked00001', '/@alma.demo/post/DAsked00001'],
  ['http://threads.net/@alma.demo/post/DAsked00001', '/@alma.demo/post/DAsked00001'],
  [`${origin}/@alma.demo/post/DAsked00001`, '/@alma.demo/post/DAsked00001'],
  ['//www.threads.com/@alma.demo/post/DAsked00001', '/@alma.demo/post/DAsked00001'],
])('%s is rewritten to the post on our own origin', (location, path) => {
  expect(classify(location)).toEqual({
    kind: 'link',
    link: { kind: 'post', code: 'DAsked00001', username: 'alma.demo' },
    url: origin + path,
  });
});

test.each([
  ['https://www.threads.com/?error=invalid_post', 'invalid_post'],
  ['/?error=invalid_post', 'invalid_post'],
  ['/login/?next=%2F', 'login'],
  ['https://www.threads.com/accounts/login', 'login'],
  ['https://www.instagram.com/accounts/login/', 'login'],
  ['/', 'other'],
  ['/@alma.demo', 'other'],
  ['/loginless', 'other'],
  ['/a/login/', 'other'],
  [`/${'a'.repeat(4_095)}`, 'other'],
  [`/${'a'.repeat(4_096)}`, 'foreign'],
])('%s is classified as %s', (location, kind) => {
  expect(classify(location).kind).toBe(kind);
});

test.each([
  'https://evil.example/@alma.demo/post/DAsked00001',
  'https://www.threads.com.evil.example/@a/post/DAsked00001',
  'https://www.threads.com@evil.example/@a/post/DAsked00001',
  'https://user@www.threads.com/@a/post/DAsked00001',
  'https://:pass@www.threads.com/@a/post/DAsked00001',
  'ftp://www.threads.com/@a/post/DAsked00001',
  'barcelona://www.threads.com/@a/post/DAsked00001',
  'https://www.threads.com:8443/@a/post/DAsked00001',
  'https://www.threads.com\\@evil.example/@a/post/DAsked00001',
  'http://127.0.0.1:4001/@a/post/DAsked00001',
  'http://169.254.169.254/latest/meta-data',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'http://',
  `https://www.threads.com/${'a'.repeat(5_000)}`,
])('%s is foreign and never requested', (location) => {
  expect(classify(location)).toEqual({ kind: 'foreign' });
});
