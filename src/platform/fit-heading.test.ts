import { expect, test } from 'vitest';
import { fitHeading } from './fit-heading.ts';

test('a short heading is set large and left as it is', () => {
  expect(fitHeading('Save  a video\n')).toEqual({ text: 'Save a video', fontSize: 76 });
});

test('the longer a heading, the smaller it is set', () => {
  const sizes = [20, 50, 70, 90, 110].map((length) => fitHeading('wordy '.repeat(length / 5)).fontSize);
  expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
  expect(new Set(sizes).size).toBeGreaterThan(2);
});

test('Chinese takes more room for each character, Thai none for its marks', () => {
  const count = 45;
  expect(fitHeading('帖'.repeat(count)).fontSize).toBeLessThan(fitHeading('p'.repeat(count)).fontSize);
  expect(fitHeading('ก่'.repeat(count)).fontSize).toBe(fitHeading('ก'.repeat(count)).fontSize);
});

test('what fits in no size is cut between characters', () => {
  const { text, fontSize } = fitHeading('ก่'.repeat(300));
  expect(fontSize).toBe(40);
  expect(text).toMatch(/^(ก่){50,250}…$/);
});
