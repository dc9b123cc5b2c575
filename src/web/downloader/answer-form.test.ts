import { expect, test } from 'vitest';
import type { ExtractAnswer } from '#media/contract.ts';
import { formLimitBytes } from '../contract.ts';
import type { WebServices } from '../services.ts';
import { answerForm } from './answer-form.ts';
import { buildQuality } from './build-quality.ts';
import { buildProofOffer } from './fixtures/build-answer.ts';

const link = 'https://www.threads.com/@maker/post/C1';
const media: ExtractAnswer = { success: true, qualities: [buildQuality()] };
const found = { ok: true, value: { qualities: media.qualities, post: null } };

function services(answer: ExtractAnswer = media): Pick<WebServices, 'extractMedia' | 'verification'> {
  return {
    extractMedia: async () => answer,
    verification: {
      issue: () => ({ challenge: { left: 3, right: 4 }, token: 'sealed' }),
      verify: (token, typed) => token === 'sealed' && typed === '7',
    },
  };
}

function post(fields: Record<string, string>): Request {
  return new Request('http://x/', { method: 'POST', body: new URLSearchParams(fields) });
}

test('a link leads to its media and a sealed sum', async () => {
  expect(await answerForm(post({ link, intent: 'extract' }), 'en', services())).toEqual({
    link,
    extraction: found,
    isVerified: false,
    verification: { challenge: { left: 3, right: 4 }, token: 'sealed', isWrong: false },
    otherLinks: [],
  });
});

test('the right sum opens the downloads', async () => {
  const fields = { link, intent: 'verify', token: 'sealed', answer: '7' };
  expect(await answerForm(post(fields), 'en', services())).toEqual({
    link,
    extraction: found,
    isVerified: true,
    verification: null,
    otherLinks: [],
  });
});

test('the right sum alone opens nothing where the browser has to work too', async () => {
  const proof = buildProofOffer();
  const proving = services({ ...media, proof });
  const fields = { link, intent: 'verify', token: 'sealed', answer: '7' };
  expect(await answerForm(post(fields), 'en', proving)).toMatchObject({
    isVerified: true,
    verification: { isWrong: false, proof },
  });
});

test.each([
  { token: 'sealed', answer: '8' },
  { token: 'forged', answer: '7' },
])('$answer with a $token token draws a new sum', async (typed) => {
  const answer = await answerForm(post({ link, intent: 'verify', ...typed }), 'en', services());
  expect(answer).toMatchObject({ isVerified: false, verification: { isWrong: true } });
});

test('asking for another sum is no wrong answer, even beside the right one', async () => {
  const fields = { link, intent: 'refresh', token: 'sealed', answer: '7' };
  const answer = await answerForm(post(fields), 'en', services());
  expect(answer).toMatchObject({ isVerified: false, verification: { isWrong: false } });
});

test('without media there is nothing to verify', async () => {
  const answer: ExtractAnswer = { success: false, qualities: [], code: 'post.gone', error: 'Gone.' };
  expect(await answerForm(post({ link, intent: 'extract' }), 'en', services(answer))).toMatchObject({
    extraction: { ok: false, error: { text: 'Gone.', postUrl: null } },
    verification: null,
  });
});

test('a form beyond its size is refused', async () => {
  const oversized = post({ link: 'x'.repeat(formLimitBytes) });
  await expect(answerForm(oversized, 'en', services())).rejects.toMatchObject({ init: { status: 413 } });
});

test('of a text with several links the first is read, and the others are named', async () => {
  const other = 'https://www.threads.com/@maker/post/C2';
  const asked: string[] = [];
  const given = {
    ...services(),
    extractMedia: async (text: string) => {
      asked.push(text);
      return media;
    },
  };
  const answer = await answerForm(post({ link: `${link}${other} ${link}`, intent: 'extract' }), 'en', given);
  expect(answer.otherLinks).toEqual([other]);
  expect(asked).toEqual([`${link}${other} ${link}`]);
});

test('the whole thread is asked for by a form of its own, and every later step asks for it again', async () => {
  const asked: unknown[] = [];
  const listening = {
    ...services(),
    extractMedia: async (_link: string, _locale: string, choice: unknown) => {
      asked.push(choice);
      return media;
    },
  };
  await answerForm(post({ link, intent: 'extract', thread: 'whole' }), 'en', listening);
  await answerForm(post({ link, intent: 'refresh', thread: 'whole' }), 'en', listening);
  await answerForm(post({ link, intent: 'extract', thread: '../x' }), 'en', listening);
  expect(asked).toEqual([{ thread: true }, { thread: true }, { thread: false }]);
});
