import { expect, test } from 'vitest';
import { readInitialLink } from './initial-link.ts';

const firstUrl = 'https://www.threads.com/@alma.demo/post/DAbc-_12xY1';
const secondUrl = 'https://www.threads.com/@alma.demo/post/DAbc-_12xY2';
const read = (fields: Record<string, string>) => readInitialLink(new URLSearchParams(fields));

test.each([
  ['url', { url: firstUrl }],
  ['text', { text: `Look at this ${firstUrl}?xmt=AQF0 !` }],
  ['title', { title: firstUrl }],
  ['url, beside a title', { title: 'A post', url: firstUrl }],
  ['text with a URL parameter for another site', { url: 'https://example.com', text: `via ${firstUrl}` }],
  ['url and text alike', { url: firstUrl, text: firstUrl, title: `A post ${firstUrl}` }],
  ['url without a scheme', { url: firstUrl.replace('https://www.', '') }],
])('a link is found in %s', (_, fields) => {
  expect(read(fields)).toBe(firstUrl);
});

test('all links are returned in order', () => {
  expect(read({ text: `${secondUrl}\n${firstUrl}\n${secondUrl}` })).toBe(`${secondUrl} ${firstUrl}`);
});

test('a bare shortcode counts as a link', () => {
  expect(read({ url: 'DAbc-_12xY1' })).toBe('https://www.threads.com/@_/post/DAbc-_12xY1');
});

test('a text without a link is returned up to the length limit', () => {
  expect(read({ text: ' hello ' })).toBe('hello');
  expect(read({ url: 'https://www.threads.com/@alma.demo' })).toBe('https://www.threads.com/@alma.demo');
  expect(read({ text: 'x'.repeat(5000) })?.length).toBe(300);
});

test.each([{}, { url: '' }, { url: ' ', text: '\n', title: '' }, { other: firstUrl }])(
  '%j returns null',
  (fields) => {
    expect(read(fields)).toBe(null);
  },
);
