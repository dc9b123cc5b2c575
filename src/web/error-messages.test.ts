import { expect, test } from 'vitest';
import { mediaErrorCodes } from '#media/contract.ts';
import { englishTranslator } from '#test/support/english-translator.ts';
import { extractionErrorCodes } from '#threads/contract.ts';
import { formatError } from './error-messages.ts';

test.each([...extractionErrorCodes, ...mediaErrorCodes])('the sentence for %s is unique', (code) => {
  const sentence = formatError(englishTranslator, { code });
  expect(sentence).toMatch(/^[A-Z].+\.$/);
  const others = [...extractionErrorCodes, ...mediaErrorCodes].filter((other) => other !== code);
  expect(others.map((other) => formatError(englishTranslator, { code: other }))).not.toContain(sentence);
});

test('upstream.busy names the wait time if it is known', () => {
  const code = 'upstream.busy';
  expect(formatError(englishTranslator, { code, retryAfterSeconds: 39.2 })).toContain('in 40 seconds.');
  expect(formatError(englishTranslator, { code, retryAfterSeconds: 0 })).toContain('in 1 second.');
  expect(formatError(englishTranslator, { code })).toContain('in a few minutes.');
});
