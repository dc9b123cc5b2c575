import { expect, test } from 'vitest';
import { mediaErrorCodes } from '#media/contract.ts';
import { extractionErrorCodes } from '#threads/contract.ts';
import { english } from './english.ts';
import { wordError } from './error-messages.ts';

test.each([...extractionErrorCodes, ...mediaErrorCodes])('%s has a sentence of its own', (code) => {
  const sentence = wordError(english, { code });
  expect(sentence).toMatch(/^[A-Z].+\.$/);
  const others = [...extractionErrorCodes, ...mediaErrorCodes].filter((other) => other !== code);
  expect(others.map((other) => wordError(english, { code: other }))).not.toContain(sentence);
});

test('a busy Threads says when to come back, where it is known', () => {
  const code = 'upstream.busy';
  expect(wordError(english, { code, retryAfterSeconds: 39.2 })).toContain('in 40 seconds.');
  expect(wordError(english, { code, retryAfterSeconds: 0 })).toContain('in 1 second.');
  expect(wordError(english, { code })).toContain('in a few minutes.');
});
