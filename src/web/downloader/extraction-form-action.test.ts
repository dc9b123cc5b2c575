import { expect, test } from 'vitest';
import type { ExtractResponse } from '#extraction/contract.ts';
import { buildQuality } from '#test/support/build-quality.ts';
import { formLimitBytes } from '../contract.ts';
import type { WebServices } from '../services.ts';
import { handleExtractionForm } from './extraction-form-action.ts';
import { buildProofOfWorkChallenge } from './fixtures/build-response.ts';

const link = 'https://www.threads.com/@maker/post/C1';
const media: ExtractResponse = { success: true, qualities: [buildQuality()] };
const found = { ok: true, value: { qualities: media.qualities, post: null } };

function services(response: ExtractResponse = media): Pick<WebServices, 'extractMedia' | 'verification'> {
  return {
    extractMedia: async () => response,
    verification: {
      issue: () => ({ challenge: { left: 3, right: 4 }, token: 'sealed' }),
      verify: (token, input) => token === 'sealed' && input === '7',
    },
  };
}

function post(fields: Record<string, string>): Request {
  return new Request('http://x/', { method: 'POST', body: new URLSearchParams(fields) });
}

test('extracting a link returns its media and a sealed sum', async () => {
  expect(await handleExtractionForm(post({ link, intent: 'extract' }), 'en', services())).toEqual({
    link,
    extraction: found,
    isVerified: false,
    verification: { challenge: { left: 3, right: 4 }, token: 'sealed', isWrong: false },
    otherLinks: [],
  });
});

test('the correct sum unlocks the downloads', async () => {
  const fields = { link, intent: 'verify', token: 'sealed', answer: '7' };
  expect(await handleExtractionForm(post(fields), 'en', services())).toEqual({
    link,
    extraction: found,
    isVerified: true,
    verification: null,
    otherLinks: [],
  });
});

test('the correct sum is not enough when a proof of work is required', async () => {
  const proof = buildProofOfWorkChallenge();
  const servicesWithProof = services({ ...media, proof });
  const fields = { link, intent: 'verify', token: 'sealed', answer: '7' };
  expect(await handleExtractionForm(post(fields), 'en', servicesWithProof)).toMatchObject({
    isVerified: true,
    verification: { isWrong: false, proof },
  });
});

test.each([
  { token: 'sealed', answer: '8' },
  { token: 'forged', answer: '7' },
])('$answer with a $token token is rejected and draws a new sum', async (input) => {
  const result = await handleExtractionForm(post({ link, intent: 'verify', ...input }), 'en', services());
  expect(result).toMatchObject({ isVerified: false, verification: { isWrong: true } });
});

test('requesting a new sum does not count as a wrong answer, even with an answer filled in', async () => {
  const fields = { link, intent: 'refresh', token: 'sealed', answer: '7' };
  const result = await handleExtractionForm(post(fields), 'en', services());
  expect(result).toMatchObject({ isVerified: false, verification: { isWrong: false } });
});

test('a failed extraction issues no challenge', async () => {
  const response: ExtractResponse = { success: false, qualities: [], code: 'post.gone', error: 'Gone.' };
  expect(
    await handleExtractionForm(post({ link, intent: 'extract' }), 'en', services(response)),
  ).toMatchObject({
    extraction: { ok: false, error: { text: 'Gone.', post: null } },
    verification: null,
  });
});

test('a form over the size limit is rejected', async () => {
  const oversized = post({ link: 'x'.repeat(formLimitBytes) });
  await expect(handleExtractionForm(oversized, 'en', services())).rejects.toMatchObject({
    init: { status: 413 },
  });
});

test('a text with several links extracts the first and lists the others', async () => {
  const other = 'https://www.threads.com/@maker/post/C2';
  const requestedTexts: string[] = [];
  const recordingServices = {
    ...services(),
    extractMedia: async (text: string) => {
      requestedTexts.push(text);
      return media;
    },
  };
  const result = await handleExtractionForm(
    post({ link: `${link}${other} ${link}`, intent: 'extract' }),
    'en',
    recordingServices,
  );
  expect(result.otherLinks).toEqual([other]);
  expect(requestedTexts).toEqual([`${link}${other} ${link}`]);
});

test('the thread field requests the whole thread at every step', async () => {
  const requestedOptions: unknown[] = [];
  const recordingServices = {
    ...services(),
    extractMedia: async (_link: string, _locale: string, options: unknown) => {
      requestedOptions.push(options);
      return media;
    },
  };
  await handleExtractionForm(post({ link, intent: 'extract', thread: 'whole' }), 'en', recordingServices);
  await handleExtractionForm(post({ link, intent: 'refresh', thread: 'whole' }), 'en', recordingServices);
  await handleExtractionForm(post({ link, intent: 'extract', thread: '../x' }), 'en', recordingServices);
  expect(requestedOptions).toEqual([{ thread: true }, { thread: true }, { thread: false }]);
});
