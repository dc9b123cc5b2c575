import { expect, test } from 'vitest';
import { createEntityTagger } from './entity-tag.ts';
import { readAddress } from './read-address.ts';

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
])('%s is read', (address, expected) => {
  expect(readAddress(address)).toEqual(expected);
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
])('%s is no address of ours', (address) => {
  expect(readAddress(address)).toBeNull();
});

test('a validator is of path and transform, whatever the signature, and of the length', () => {
  const tagger = createEntityTagger('a secret of at least thirty-two bytes');
  const tag = (path: string, bytes = 1_000) => tagger.tag(`https://a.fbcdn.net/${path}`, bytes);
  const own = tag('a.jpg?stp=x&oh=1');
  expect(own).toMatch(/^"[\w-]{22}-rs"$/);
  expect(tag('a.jpg?oh=2&stp=x')).toBe(own);
  for (const other of [tag('b.jpg?stp=x'), tag('a.jpg?stp=y'), tag('a.jpg'), tag('a.jpg?stp=x', 1_001)])
    expect(other).not.toBe(own);
  expect(tagger.isOf('https://b.fbcdn.net/a.jpg?stp=x', own)).toBe(true);
  expect(tagger.isOf('https://a.fbcdn.net/b.jpg?stp=x', own)).toBe(false);
  expect(tagger.isOf('https://a.fbcdn.net/a.jpg?stp=x', `x${own}`)).toBe(false);
});
