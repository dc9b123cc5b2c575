import { expect, test } from 'vitest';
import { blogErrorCodes } from '#blog/contract.ts';
import { deskErrorCodes } from '#desk/contract.ts';
import { deskRequestErrorCodes, requestErrorCodes } from '#http/contract.ts';
import { wordEdgeError } from './edge-error-messages.ts';
import { english } from './english.ts';

const codes = [...requestErrorCodes, ...deskRequestErrorCodes, ...blogErrorCodes, ...deskErrorCodes];

test.each(codes)('%s has a sentence of its own', (code) => {
  const sentence = wordEdgeError(english, { code });
  expect(sentence).toMatch(/^[A-Z].+\.$/);
  const others = codes.filter((other) => other !== code);
  expect(others.map((other) => wordEdgeError(english, { code: other }))).not.toContain(sentence);
});
