import fc from 'fast-check';
import { expect, test } from 'vitest';
import { measureCpuMs } from '#test/support/measure-cpu.ts';
import { isStrictJson, isWellFormedJson, parseStrictJson } from './json.ts';

test('any serialized value is strict', () => {
  fc.assert(fc.property(fc.json({ maxDepth: 8 }), (text) => isStrictJson(text)));
});

test.each([
  ['a name twice', '{"a":1,"a":2}'],
  ['a name twice, once escaped', '{"a":1,"\\u0061":2}'],
  ['a name twice, deep inside', '{"a":[{"b":{"c":1,"c":1}}]}'],
  ['many levels', `${'['.repeat(10_000)}${']'.repeat(10_000)}`],
  ['many values', `[${'{},'.repeat(120_000)}{}]`],
  ['many names', `{${Array.from({ length: 30_000 }, (_, index) => `"${index}":1`).join()}}`],
])('%s is not strict', (_name, text) => {
  expect(isStrictJson(text)).toBe(false);
});

test('equal keys and values, and equal keys in different objects, are strict', () => {
  expect(isStrictJson('{"a":"a","b":["a","a",{"a":"\\\\"}]}')).toBe(true);
});

test('long strings take linear time', () => {
  const text = JSON.stringify({ content: '\\"'.repeat(500_000) });
  expect(measureCpuMs(() => expect(isStrictJson(text)).toBe(true))).toBeLessThan(2000);
});

test('invalid or non-strict JSON gives undefined', () => {
  expect(parseStrictJson('{"a":[1,2]}')).toEqual({ a: [1, 2] });
  for (const text of ['', '{"a":', '{"\\x":1}', '{"a":1,"a":1}', '{}{}', '"\\'])
    expect(parseStrictJson(text)).toBeUndefined();
});

test('lone surrogates are found anywhere, and complete pairs are accepted', () => {
  expect(isWellFormedJson('{"a":["\\ud83d\\ude00","\\\\ud800"]}')).toBe(true);
  for (const text of ['["\\ud83d"]', '{"\\uDC00":1}', '{"a":{"b":"x\\ud83d\\ud83d"}}'])
    expect(isWellFormedJson(text)).toBe(false);
});
