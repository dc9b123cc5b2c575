import { expect, test } from 'vitest';
import { blogErrorCodes } from '#blog/contract.ts';
import { editErrorCodes } from '#blog/editing-contract.ts';
import { englishTranslator } from '#test/support/english-translator.ts';
import { adminRequestErrorCodes, requestErrorCodes } from './request-contract.ts';
import { formatRequestError } from './server-error-messages.ts';

const codes = [...requestErrorCodes, ...adminRequestErrorCodes, ...blogErrorCodes, ...editErrorCodes];

/** The specification gives this text verbatim, without a period. */
const publishAnonymousText = 'User must be authenticated to publish posts';

test.each(codes)('the sentence for %s is unique', (code) => {
  const sentence = formatRequestError(englishTranslator, { code });
  if (code === 'publish.anonymous') expect(sentence).toBe(publishAnonymousText);
  else expect(sentence).toMatch(/^[A-Z].+\.$/);
  const others = codes.filter((other) => other !== code);
  expect(others.map((other) => formatRequestError(englishTranslator, { code: other }))).not.toContain(
    sentence,
  );
});
