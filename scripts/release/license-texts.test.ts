import { expect, test } from 'vitest';
import { formatLicenseTexts } from './license-texts.ts';

test('the texts name each package with its license and copyright', () => {
  const text = formatLicenseTexts();
  expect(text).toMatch(/^react \d+\.\d+\.\d+ \(MIT\)\n\nMIT License\n\nCopyright \(c\) Meta Platforms/m);
  expect(text).toMatch(/^sharp \d+\.\d+\.\d+ \(Apache-2\.0\)\n\n\s*Apache License/m);
  // Only for development.
  expect(/^knip \d/m.test(text)).toBe(false);
});
