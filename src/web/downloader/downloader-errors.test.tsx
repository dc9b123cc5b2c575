import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderComponent } from '#test/support/components/render-component.tsx';
import { type ExtractionErrorCode, extractionErrorCodes } from '#threads/contract.ts';
import { Downloader } from './downloader.tsx';
import { buildExtractResponse, buildPost, postUrl } from './fixtures/build-response.ts';
import { downloaderScreen, renderDownloader } from './fixtures/render-downloader.tsx';

const messages: Record<ExtractionErrorCode, string> = {
  'link.empty': 'There is no link yet.',
  'link.not_threads': 'This is not a Threads link.',
  'link.not_a_post': 'This link leads to Threads, but not to a post.',
  'post.gone': 'Threads does not show this post to us.',
  'post.private': 'This profile is private',
  'post.restricted': 'Threads shows this post only to some people',
  'post.no_media': 'No downloadable media found in this Threads post.',
  'post.media_elsewhere': 'The media of this post is not on Threads',
  'upstream.busy': 'Threads is turning away requests right now. Please try again in a few minutes.',
  'upstream.unreachable': 'Threads could not be reached.',
  'upstream.timeout': 'Threads took too long to answer.',
  'upstream.changed': 'Threads has changed its pages',
};

test('every extraction error shows its message and keeps the link in the field', async () => {
  const downloader = await renderDownloader(
    extractionErrorCodes.map((code) => ({ body: { success: false, qualities: [], code } })),
  );
  for (const code of extractionErrorCodes) {
    await downloader.extract(postUrl);
    await expect.element(downloader.problem).toMatchTextContent(messages[code]);
    await expect.element(downloader.problem).toHaveFocus();
    await expect.element(downloader.field).toHaveValue(postUrl);
    await expect.element(downloader.field).toBeEnabled();
  }
});

test('a busy response with a retry time says when to try again', async () => {
  const busyFor = (retryAfter: number) => ({
    body: { success: false, qualities: [], code: 'upstream.busy', retryAfter },
  });
  const downloader = await renderDownloader([busyFor(1), busyFor(30)]);
  for (const message of ['Please try again in 1 second.', 'Please try again in 30 seconds.']) {
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
  ['that the response cannot be read', { body: 'oops' }, "The server's answer could not be read"],
  ['that there is no connection', { isOffline: true }, 'Your connection seems to be down.'],
])('a failed request shows %s, and the next one replaces it', async (_, response, message) => {
  const downloader = await renderDownloader([response, { body: buildExtractResponse() }]);
  await downloader.extract(postUrl);
  await expect.element(downloader.problem).toMatchTextContent(message);
  await page.getByRole('button', { name: 'Get Media Now - Free' }).click();
  await expect.element(downloader.found).toBeVisible();
  await expect.element(downloader.problem).not.toBeInTheDocument();
});

test('a post whose media is elsewhere links to the media and to the post', async () => {
  const post = buildPost({ linksTo: 'https://www.example.org/watch' });
  const body = { success: false, qualities: [], code: 'post.media_elsewhere', post };
  const downloader = await renderDownloader([{ body }]);
  await downloader.extract(postUrl);
  await expect
    .element(downloader.problem.getByRole('link', { name: 'Its link leads to example.org' }))
    .toHaveAttribute('href', 'https://www.example.org/watch');
  await expect
    .element(downloader.problem.getByRole('link', { name: 'Open on Threads' }))
    .toHaveAttribute('href', postUrl);
});

test('a link in a post is shown only if it is http or https', async () => {
  const post = buildPost({ linksTo: 'javascript:alert(1)' });
  const body = { success: false, qualities: [], code: 'post.media_elsewhere', post };
  const downloader = await renderDownloader([{ body }]);
  await downloader.extract(postUrl);
  await expect.element(downloader.problem).toBeVisible();
  expect(downloader.problem.getByRole('link').elements()).toHaveLength(1);
});

test('a page opened from an expired media URL shows the reason', async () => {
  const problem = { text: 'This download address has expired.', postUrl: null };
  await renderComponent(<Downloader problem={problem} formResult={null} initialLink={null} />);
  const downloader = downloaderScreen();
  await expect.element(downloader.problem).toMatchTextContent(problem.text);
  await expect.element(downloader.problem).toHaveFocus();
});
