import { afterEach, beforeEach, expect } from 'vitest';

const stray: string[] = [];

for (const level of ['error', 'warn'] as const) {
  const original = console[level].bind(console);
  console[level] = (...values: unknown[]) => {
    stray.push(`console.${level}: ${values.map(String).join(' ')}`);
    original(...values);
  };
}

beforeEach(() => {
  stray.length = 0;
});

afterEach(() => {
  expect(stray, 'nothing may be written to the console by accident').toEqual([]);
});
