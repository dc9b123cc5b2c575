import { expect, test } from 'vitest';
import { commands, page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { buildExtractResponse, buildPhoto, buildPost, postUrl } from './fixtures/build-response.ts';
import { extraction, listExtractions, renderDownloader } from './fixtures/render-downloader.tsx';

const otherUrl = 'https://www.threads.com/@maker/post/DAbcdefgh02';
const foreign = 'https://www.example.org/story';
const text = [postUrl, otherUrl, foreign].join('\n');
const found = { body: buildExtractResponse() };
const other = {
  body: buildExtractResponse([buildPhoto()], { post: buildPost({ code: 'DAbcdefgh02', url: otherUrl }) }),
};
const privatePost = { body: { success: false, qualities: [], code: 'post.private' } };
const busy = { body: { success: false, qualities: [], code: 'upstream.busy', retryAfter: 3000 } };

const heading = page.getByRole('heading', { name: '2 links' });
const loaded = page.getByRole('status').filter({ hasText: 'Links loaded: 2 of 2.' });
const expectHash = (expected: string) => expect.poll(() => window.location.hash).toBe(expected);
const listUrls = async () => (await listExtractions()).map((body) => (body as { url: string }).url).sort();

async function renderTwoPosts(path = '/') {
  const downloader = await renderDownloader([], { path });
  await commands.stubResponses(extraction, [found], postUrl);
  await commands.stubResponses(extraction, [other], otherUrl);
  return downloader;
}

test.each([
  ['phone', 390, 844],
  ['desktop', 1280, 800],
])('on a %s, a reload reads several links again', async (_, ...size) => {
  await page.viewport(...size);
  const downloader = await renderTwoPosts();
  await downloader.extract(text);
  await expect.element(loaded).toBeVisible();
  await expectHash('#links');
  await cleanup();

  await renderTwoPosts('/#links');
  await expect.element(heading).toBeInViewport();
  await expect.element(loaded).toBeVisible();
  await expect.element(page.getByText('example.org/story')).toBeVisible();
  await expectHash('#links');
  expect(await listUrls()).toEqual([postUrl, postUrl, otherUrl, otherUrl]);
});

test('Back returns to several links', async () => {
  const downloader = await renderTwoPosts();
  await downloader.extract(text);
  await expect.element(loaded).toBeVisible();
  await downloader.downloadAnother();
  await expectHash('');
  await downloader.extract(postUrl);
  await expectHash('#@maker/post/DAbcdefgh01');
  window.history.go(-2);
  await expect.element(heading).toBeVisible();
  await expect.element(loaded).toBeVisible();
});

test.each([
  ['private', privatePost, 'This profile is private'],
  ['busy', busy, 'Threads is refusing requests'],
])('a reload reads a link again that could not be read: %s', async (_, response, message) => {
  const link = 'https://www.threads.com/share/BAbcdefgh1/';
  const downloader = await renderDownloader([response]);
  await downloader.extract(link);
  await expect.element(downloader.problem).toMatchTextContent(message);
  await cleanup();

  const reloaded = await renderDownloader([found], { path: '/#links' });
  await expect.element(reloaded.found).toBeVisible();
  await expectHash('#@maker/post/DAbcdefgh01');
  expect(await listExtractions()).toEqual([{ url: link }, { url: link }]);
});

test('the address of a post stays after a failure', async () => {
  const downloader = await renderDownloader([busy], { path: '/#@maker/post/DAbcdefgh01' });
  await expect.element(downloader.problem).toBeVisible();
  await expectHash('#@maker/post/DAbcdefgh01');
});

test('in another tab, the address of the links shows the form and reads nothing', async () => {
  const downloader = await renderDownloader([found], { path: '/#links' });
  await expect.element(downloader.field).toHaveValue('');
  expect(await listExtractions()).toEqual([]);
});

test('a link that was pasted offline is read as soon as there is a connection', async () => {
  const downloader = await renderDownloader([{ isOffline: true }, found]);
  await downloader.extract(postUrl);
  await expect.element(downloader.problem).toMatchTextContent('You seem to be offline.');
  window.dispatchEvent(new Event('online'));
  await expect.element(downloader.found).toBeVisible();
  expect(await listExtractions()).toHaveLength(2);
});

test('a private post is not read again because of a new connection', async () => {
  const downloader = await renderDownloader([privatePost]);
  await downloader.extract(postUrl);
  await expect.element(downloader.problem).toBeVisible();
  window.dispatchEvent(new Event('online'));
  await expect.element(downloader.problem).toBeVisible();
  expect(await listExtractions()).toHaveLength(1);
});

test('several links are read again with a new connection, except those that will fail again', async () => {
  const downloader = await renderDownloader();
  await commands.stubResponses(extraction, [{ isOffline: true }, found], postUrl);
  await commands.stubResponses(extraction, [privatePost], otherUrl);
  await downloader.extract(text);
  const status = page.getByRole('status').filter({ hasText: /^Links loaded/ });
  await expect.element(status).toHaveTextContent('Links loaded: 0 of 2. 2 links couldn’t be loaded.');
  window.dispatchEvent(new Event('online'));
  await expect.element(status).toHaveTextContent('Links loaded: 1 of 2. 1 link couldn’t be loaded.');
  expect(await listUrls()).toEqual([postUrl, postUrl, otherUrl]);
});
