import { expect, test } from 'vitest';
import { parsePostPath, parseUsername } from './post-links.ts';

const post = (code: string, username: string | null = null) => ({ kind: 'post', code, username });

test.each([
  ['/@alma.demo/post/DAbc', post('DAbc', 'alma.demo')],
  ['/@alma.demo/VIDEO/DAbc/more', post('DAbc', 'alma.demo')],
  ['//@alma.demo//post//DAbc', post('DAbc', 'alma.demo')],
  ['/%40alma.demo/post/DAbc', post('DAbc', 'alma.demo')],
  ['/@_/post/DAbc', post('DAbc')],
  ['/@a b/post/DAbc', post('DAbc')],
  ['/T/DAbc', post('DAbc')],
  ['/post/DAbc', post('DAbc')],
  ['/p%6fst/DAbc', post('DAbc')],
  ['/t/DAbc.', post('DAbc')],
  ['/t/DAbchttps://x', post('DAbc')],
  ['/t/DAbchttp:', post('DAbc')],
  ['/t/DAbchttps', post('DAbchttps')],
  ['/t/DAbc-_12xYz_', post('DAbc-_12xYz')],
  ['/t/DAbc-_12xYz---', post('DAbc-_12xYz')],
  ['/t/DAbc-_12xYz----', post('DAbc-_12xYz----')],
  ['/t/DAbc-_12xY_', post('DAbc-_12xY_')],
  [`/t/${'a'.repeat(64)}`, post('a'.repeat(64))],
  ['/share/BAdemo', { kind: 'share', token: 'BAdemo' }],
  ['/SHARE/abcde/x', { kind: 'share', token: 'abcde' }],
  [`/share/${'a'.repeat(64)}`, { kind: 'share', token: 'a'.repeat(64) }],
])('%s is a post or share path', (path, link) => {
  expect(parsePostPath(path)).toEqual(link);
});

test.each([
  '',
  '/',
  '/@alma.demo',
  '/@alma.demo/post',
  '/@alma.demo/post/.',
  '/@alma.demo/posts/DAbc',
  '/alma.demo/post/DAbc',
  '/%/post/DAbc',
  '/t',
  '/tt/DAbc',
  `/t/${'a'.repeat(65)}`,
  '/share/abcd',
  `/share/${'a'.repeat(65)}`,
  `${'/'.repeat(12)}t/DAbc`,
])('%j is not a post path', (path) => {
  expect(parsePostPath(path)).toBeNull();
});

test('a user name has at most thirty characters and is not the placeholder', () => {
  expect(['a', 'A.b_9', 'a'.repeat(30)].map(parseUsername)).toEqual(['a', 'A.b_9', 'a'.repeat(30)]);
  expect(['', '_', 'a'.repeat(31), 'a b', 'a/b', ' a', 'ä'].map(parseUsername)).toEqual(Array(7).fill(null));
});
