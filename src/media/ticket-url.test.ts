import { expect, test } from 'vitest';
import { createEntityTagger } from './entity-tag.ts';
import { parseTicketUrl } from './file-ticket.ts';

const empty = { token: 'TOKEN', pass: null, as: null, name: null };

test.each([
  ['TOKEN', empty],
  ['TOKEN?pass=a-B_9', { ...empty, pass: 'a-B_9' }],
  ['TOKEN?as=jpg', { ...empty, as: 'jpg' }],
  ['TOKEN?name=a%20b+c', { ...empty, name: 'a b c' }],
  ['TOKEN?name=a=b?c', { ...empty, name: 'a=b?c' }],
  ['TOKEN?name=%ff', { ...empty, name: '\ufffd' }],
  ['TOKEN?name=', empty],
  ['TOKEN?name=x&as=jpg&pass=y', { token: 'TOKEN', pass: 'y', as: 'jpg', name: 'x' }],
  ['?as=jpg', { ...empty, token: '', as: 'jpg' }],
])('%s is parsed', (path, expected) => {
  expect(parseTicketUrl(path)).toEqual(expected);
});

test.each([
  'TOKEN?',
  'TOKEN?&as=jpg',
  'TOKEN?pass=',
  'TOKEN?pass=a b',
  'TOKEN?pass=a%20',
  'TOKEN?pass=a&pass=a',
  'TOKEN?pass=a?as=jpg',
  'TOKEN?as=exe',
  'TOKEN?as=jpgx',
  'TOKEN?as=xjpg',
  'TOKEN?as=',
  'TOKEN?other=1',
  'TOKEN?toString=1',
  'TOKEN?name=a&name=b',
])('%s is not a valid ticket URL', (path) => {
  expect(parseTicketUrl(path)).toBeNull();
});

test('an entity tag depends on path, transform and length, not on the signature', () => {
  const tagger = createEntityTagger('a secret of at least thirty-two bytes');
  const tag = (path: string, bytes = 1_000) => tagger.create(`https://a.fbcdn.net/${path}`, bytes);
  const entityTag = tag('a.jpg?stp=x&oh=1');
  expect(entityTag).toMatch(/^"[\w-]{22}-rs"$/);
  expect(tag('a.jpg?oh=2&stp=x')).toBe(entityTag);
  for (const other of [tag('b.jpg?stp=x'), tag('a.jpg?stp=y'), tag('a.jpg'), tag('a.jpg?stp=x', 1_001)])
    expect(other).not.toBe(entityTag);
  expect(tagger.matchesUrl('https://b.fbcdn.net/a.jpg?stp=x', entityTag)).toBe(true);
  expect(tagger.matchesUrl('https://a.fbcdn.net/b.jpg?stp=x', entityTag)).toBe(false);
  expect(tagger.matchesUrl('https://a.fbcdn.net/a.jpg?stp=x', `x${entityTag}`)).toBe(false);
});
