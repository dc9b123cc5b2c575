import { expect, test } from 'vitest';
import { givenLink } from './given-link.ts';

const one = 'https://www.threads.com/@alma.demo/post/DAbc-_12xY1';
const two = 'https://www.threads.com/@alma.demo/post/DAbc-_12xY2';
const given = (fields: Record<string, string>) => givenLink(new URLSearchParams(fields));

test.each([
  ['url', { url: one }],
  ['text', { text: `Look at this ${one}?xmt=AQF0 !` }],
  ['title', { title: one }],
  ['url, beside a title', { title: 'A post', url: one }],
  ['text, where the address is another one', { url: 'https://example.com', text: `via ${one}` }],
  ['url and text alike', { url: one, text: one, title: `A post ${one}` }],
  ['url without a scheme', { url: one.replace('https://www.', '') }],
])('a link is found in %s', (_, fields) => {
  expect(given(fields)).toBe(one);
});

test('all links are given, in order', () => {
  expect(given({ text: `${two}\n${one}\n${two}` })).toBe(`${two} ${one}`);
});

test('a bare shortcode is a link too', () => {
  expect(given({ url: 'DAbc-_12xY1' })).toBe('https://www.threads.com/@_/post/DAbc-_12xY1');
});

test('a text without a link is shown as it is, but not without end', () => {
  expect(given({ text: ' hello ' })).toBe('hello');
  expect(given({ url: 'https://www.threads.com/@alma.demo' })).toBe('https://www.threads.com/@alma.demo');
  expect(given({ text: 'x'.repeat(5000) })?.length).toBe(300);
});

test.each([{}, { url: '' }, { url: ' ', text: '\n', title: '' }, { other: one }])(
  '%j brings nothing',
  (fields) => {
    expect(given(fields)).toBe(null);
  },
);
