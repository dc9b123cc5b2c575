import { expect, test } from 'vitest';
import { isPageView } from './blog-views.ts';

const site = 'https://unspool.example';
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

const isView = (headers: Record<string, string>, method = 'POST') =>
  isPageView(method, new Headers({ host: 'inside:3000', 'user-agent': firefox, ...headers }), site);

test.each([
  ['a page of ours', { 'sec-fetch-site': 'same-origin', origin: site }],
  [
    'a page of ours behind a proxy that ends TLS',
    { host: 'unspool.example', origin: 'http://unspool.example' },
  ],
  ['a picture of a page of ours, in a browser without Sec-Fetch', { referer: `${site}/de/blog/x` }],
  ['a browser that tells nothing of where it stands', {}],
])('%s counts as a view', (_name, headers: Record<string, string>) => {
  expect(isView(headers)).toBe(true);
});

test.each([
  ['a crawler', { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' }],
  ['a program', { 'user-agent': 'curl/8.5.0' }],
  ['nobody by name', { 'user-agent': '' }],
  ['a prefetch', { 'sec-purpose': 'prefetch' }],
  ['a prerendering', { 'sec-purpose': 'prefetch;prerender' }],
  ['a prefetch of an older browser', { purpose: 'Prefetch' }],
  ['another site', { 'sec-fetch-site': 'cross-site' }],
  ['another host of the same site', { 'sec-fetch-site': 'same-site' }],
  ['an address typed by hand', { 'sec-fetch-site': 'none' }],
  ['another site, in a browser without Sec-Fetch', { origin: 'https://evil.example' }],
  ['a sandboxed frame', { origin: 'null' }],
  ['a page that shows the counting picture of ours', { referer: 'https://evil.example/unspool.example' }],
])('%s does not count as a view', (_name, headers: Record<string, string>) => {
  expect(isView(headers)).toBe(false);
});

test('a HEAD request does not count as a view', () => {
  expect(isView({}, 'HEAD')).toBe(false);
});
