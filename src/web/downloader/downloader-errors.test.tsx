import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { type ExtractionErrorCode, extractionErrorCodes } from '#threads/contract.ts';
import { buildExtractResponse, postUrl } from './fixtures/build-response.ts';
import { renderDownloader } from './fixtures/render-downloader.tsx';

const messages: Record<ExtractionErrorCode, string> = {
  'link.empty': 'There’s no link yet.',
  'link.not_threads': 'This isn’t a Threads link.',
  'link.not_a_post': 'This Threads link doesn’t lead to a post.',
  'link.live_chat': 'This link leads to a live chat',
  'link.cut_off': 'The end of this link is missing',
  'post.gone': 'We can’t see this post on Threads.',
  'post.private': 'This profile is private',
  'post.restricted': 'Threads limits who can see this post',
  'post.sign_in': 'Threads shows this post only to people who are signed in',
  'post.expired': 'This was a ghost post',
  'post.no_media': 'No downloadable media found in this Threads post.',
  'post.media_elsewhere': 'The media in this post isn’t on Threads',
  'upstream.busy': 'Threads is refusing requests right now. Try again in a few minutes.',
  'upstream.login': 'Threads is asking us to sign in',
  'upstream.checkpoint': 'Threads wants us to prove that we’re not a robot',
  'upstream.empty': 'Threads sent us an empty page',
  'upstream.unreachable': 'We couldn’t reach Threads.',
  'upstream.timeout': 'Threads took too long to respond.',
  'upstream.changed': 'Threads has changed its pages',
};

test('every extraction error shows its message and keeps the link in the field', async () => {
  const downloader = await renderDownloader(
    extractionErrorCodes.map((code) => ({ body: { success: false, qualities: [], code } })),
  );
  for (const code of extractionErrorCodes) {
    await downloader.extract(postUrl);
    await expect.element(downloader.problem).toMatchTextContent(messages[code]);
    await expect.poll(() => document.activeElement?.contains(downloader.problem.element())).toBe(true);
    await expect.element(downloader.field).toHaveValue(postUrl);
    await expect.element(downloader.field).toBeEnabled();
  }
});

test('a busy response with a retry time says when to try again', async () => {
  const busyFor = (retryAfter: number) => ({
    body: { success: false, qualities: [], code: 'upstream.busy', retryAfter },
  });
  const downloader = await renderDownloader([busyFor(1), busyFor(30)]);
  for (const message of ['Try again in 1 second.', 'Try again in 30 seconds.']) {
    await downloader.extract(postUrl);
    await expect.element(downloader.problem).toMatchTextContent(message);
  }
});

test('a response without files says that there is no media', async () => {
  const downloader = await renderDownloader([{ body: { success: true, qualities: [] } }]);
  await downloader.extract(postUrl);
  await expect
    .element(downloader.problem)
    .toMatchTextContent('No downloadable media found in this Threads post.');
});

test.each([
  ["the server's message", { status: 429, body: { error: 'Too many requests.' } }, 'Too many requests.'],
  ['a message for an unexpected response', { status: 500, body: 'oops' }, 'a non-2xx status code'],
  ['that the response cannot be read', { body: 'oops' }, 'The server’s response couldn’t be read'],
  ['that there is no connection', { isOffline: true }, 'You seem to be offline.'],
])('a failed request shows %s, and the next one replaces it', async (_, response, message) => {
  const downloader = await renderDownloader([response, { body: buildExtractResponse() }]);
  await downloader.extract(postUrl);
  await expect.element(downloader.problem).toMatchTextContent(message);
  await page.getByRole('button', { name: 'Get Media Now - Free' }).click();
  await expect.element(downloader.found).toBeVisible();
  await expect.element(downloader.problem).not.toBeInTheDocument();
});

test('a page opened from an expired media URL shows the reason', async () => {
  const problem = { text: 'This download link has expired.', post: null };
  const downloader = await renderDownloader([], { problem });
  await expect.element(downloader.problem).toMatchTextContent(problem.text);
  await expect.poll(() => document.activeElement?.contains(downloader.problem.element())).toBe(true);
});
