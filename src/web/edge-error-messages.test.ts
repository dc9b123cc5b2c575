import { expect, test } from 'vitest';
import { blogErrorCodes } from '#blog/contract.ts';
import { deskErrorCodes } from '#desk/contract.ts';
import { deskRequestErrorCodes, requestErrorCodes } from '#http/contract.ts';
import { wordEdgeError } from './edge-error-messages.ts';
import { english } from './english.ts';

const codes = [...requestErrorCodes, ...deskRequestErrorCodes, ...blogErrorCodes, ...deskErrorCodes];

/** Given by the specification to the letter, without a full stop. */
const given = 'User must be authenticated to publish posts';

test.each(codes)('%s has a sentence of its own', (code) => {
  const sentence = wordEdgeError(english, { code });
  if (code === 'publish.anonymous') expect(sentence).toBe(given);
  else expect(sentence).toMatch(/^[A-Z].+\.$/);
  const others = codes.filter((other) => other !== code);
  expect(others.map((other) => wordEdgeError(english, { code: other }))).not.toContain(sentence);
});
