import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isSoundJson, isWellFormedJson, readSoundJson } from './sound-json.ts';

test('whatever is written from a value is sound', () => {
  fc.assert(fc.property(fc.json({ maxDepth: 8 }), (text) => isSoundJson(text)));
});

test.each([
  ['a name twice', '{"a":1,"a":2}'],
  ['a name twice, once escaped', '{"a":1,"\\u0061":2}'],
  ['a name twice, deep inside', '{"a":[{"b":{"c":1,"c":1}}]}'],
  ['many levels', `${'['.repeat(10_000)}${']'.repeat(10_000)}`],
  ['many values', `[${'{},'.repeat(120_000)}{}]`],
  ['many names', `{${Array.from({ length: 30_000 }, (_, index) => `"${index}":1`).join()}}`],
])('%s is not', (_name, text) => {
  expect(isSoundJson(text)).toBe(false);
});

test('the same word as a name and a value, and in two objects, is', () => {
  expect(isSoundJson('{"a":"a","b":["a","a",{"a":"\\\\"}]}')).toBe(true);
});

test('long strings cost no more than their reading', () => {
  const text = JSON.stringify({ content: '\\"'.repeat(500_000) });
  const started = performance.now();
  expect(isSoundJson(text)).toBe(true);
  expect(performance.now() - started).toBeLessThan(2000);
});

test('what is no JSON is nothing, and so is what is not sound', () => {
  expect(readSoundJson('{"a":[1,2]}')).toEqual({ a: [1, 2] });
  for (const text of ['', '{"a":', '{"\\x":1}', '{"a":1,"a":1}', '{}{}', '"\\'])
    expect(readSoundJson(text)).toBeUndefined();
});

test('half a character is found wherever it is written, and a whole one is none', () => {
  expect(isWellFormedJson('{"a":["\\ud83d\\ude00","\\\\ud800"]}')).toBe(true);
  for (const text of ['["\\ud83d"]', '{"\\uDC00":1}', '{"a":{"b":"x\\ud83d\\ud83d"}}'])
    expect(isWellFormedJson(text)).toBe(false);
});
