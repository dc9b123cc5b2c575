import { afterAll, afterEach, beforeEach, expect } from 'vitest';

const levels = ['error', 'warn'] as const;
const originals = { error: console.error, warn: console.warn };
const stray: string[] = [];

for (const level of levels) {
  console[level] = (...values: unknown[]) => {
    stray.push(`console.${level}: ${values.map(String).join(' ')}`);
    originals[level].apply(console, values);
  };
}

beforeEach(() => {
  stray.length = 0;
});

afterEach(() => {
  expect(stray, 'nothing may be written to the console by accident').toEqual([]);
});

// The next test file of the same worker wraps the console again.
afterAll(() => {
  Object.assign(console, originals);
});
