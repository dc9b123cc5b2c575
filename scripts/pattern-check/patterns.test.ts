import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { boundedPatterns, builtPatterns, isBounded, isValidatedElsewhere } from './bounded-patterns.ts';
import { findSlowness } from './check-pattern.ts';
import { describeLiteral, findPatterns, findPatternsIn } from './find-patterns.ts';

const recorded = new Set<string>(
  JSON.parse(readFileSync(new URL('linear-patterns.json', import.meta.url), 'utf8')),
);
const found = findPatterns();
const literals = found.flatMap(({ file, literal }) =>
  literal === null ? [] : [{ file, literal, name: describeLiteral(literal) }],
);
/** More would take too long in each run. */
const unrecordedMax = 15;

test('every regular expression takes linear time, or is bounded for a reason', { timeout: 300_000 }, () => {
  const unrecorded = new Map(
    literals
      .filter(({ file, name }) => !recorded.has(name) && !isBounded(file, name))
      .map((pattern) => [pattern.name, pattern]),
  );
  expect([...unrecorded.keys()].slice(unrecordedMax), 'Run: npm run patterns').toEqual([]);
  const slow = [...unrecorded.values()].map(({ file, literal, name }) => [file, name, findSlowness(literal)]);
  expect(slow.filter(([, , slowness]) => slowness !== null)).toEqual([]);
});

test('every bounded pattern and every file that builds patterns still exists', () => {
  const isGone = (bounded: (typeof boundedPatterns)[number]) =>
    !literals.some(({ file, name }) => file === bounded.file && name === bounded.pattern);
  expect(boundedPatterns.filter(isGone)).toEqual([]);
  const building = found.filter(({ file, literal }) => literal === null && !isValidatedElsewhere(file));
  expect([...new Set(building.map(({ file }) => file))].sort()).toEqual(Object.keys(builtPatterns).sort());
});

test.each([
  [/unspool[\w.-]*=/, '2nd degree polynomial'],
  [/^\s*\n|\s+$/g, '2nd degree polynomial'],
  [/[\w:-]+(?=\s?=)/g, '2nd degree polynomial (fuzz)'],
  [/^---\n(?:[\w-]+:.*\n(?:[ \t#-].*\n|\n)*)+---(?:\n|$)/, 'exponential'],
  [/^[\w.-]*=/, null],
  [/(?<![\w:-])[\w:-]+(?=\s?=)/g, null],
])('the check of %s gives %s', (pattern, slowness) => {
  expect(findSlowness(pattern)).toBe(slowness);
});

test('literals and built patterns are found in any place', () => {
  const source = 'const a = { b: [/x+y/giu] }; new RegExp(a + a); RegExp("c"); "/no/".split("/");';
  expect(findPatternsIn('a.ts', source)).toEqual([
    { file: 'a.ts', literal: { source: 'x+y', flags: 'giu' } },
    { file: 'a.ts', literal: null },
    { file: 'a.ts', literal: null },
  ]);
});
