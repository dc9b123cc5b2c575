import { useEffect, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { commands, page } from 'vitest/browser';
import type { StubResponse } from '#test/support/components/network.ts';
import { renderIsland } from '#test/support/components/render-island.tsx';
import type { ThreadState } from '#threads/contract.ts';
import { buildExtractResponse, buildPost, buildThread, postUrl } from '../fixtures/build-response.ts';
import { listExtractions, renderDownloader } from '../fixtures/render-downloader.tsx';
import { useResultAddress } from './use-result-address.ts';
import { visitLinksHash } from './visit-links.ts';

const hash = '#@maker/post/DAbcdefgh01';
const otherHash = '#@maker/post/DAbcdefgh02';
const otherUrl = 'https://www.threads.com/@maker/post/DAbcdefgh02';
const found: StubResponse = { body: buildExtractResponse() };
const other: StubResponse = {
  body: buildExtractResponse(undefined, { post: buildPost({ code: 'DAbcdefgh02', url: otherUrl }) }),
};

const shownLink = page.getByLabelText('Processing URL');

const expectHash = (expected: string) => expect.poll(() => window.location.hash).toBe(expected);

test('a found post sets the hash, Back returns to the form, and Forward reads the post again', async () => {
  const downloader = await renderDownloader([found]);
  await expectHash('');
  await downloader.extract(postUrl);
  await expectHash(hash);
  await expect.element(downloader.found).toBeVisible();

  window.history.back();
  await expect.element(downloader.field).toHaveValue('');
  await expect.element(downloader.found).not.toBeInTheDocument();
  await expectHash('');

  window.history.forward();
  await expect.element(shownLink).toHaveValue(postUrl);
  await expect.element(downloader.found).toBeVisible();
  expect(await listExtractions()).toEqual([{ url: postUrl }, { url: postUrl }]);
});

test('a hash in the address is read once, and nothing else of it is sent', async () => {
  const downloader = await renderDownloader([found], { path: `/${hash}` });
  await expect.element(downloader.found).toBeVisible();
  await expect.element(downloader.names).toBeVisible();
  expect(await listExtractions()).toEqual([{ url: postUrl }]);
  const requests = await commands.listRequests();
  expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
  for (const { path, headers } of requests)
    expect(`${path} ${JSON.stringify(headers)}`).not.toContain('DAbcdefgh01');
});

test('another hash reads its post, and Back the first one', async () => {
  const downloader = await renderDownloader([found, other, found]);
  await downloader.extract(postUrl);
  await expectHash(hash);
  window.location.hash = otherHash;
  await expect.element(shownLink).toHaveValue(otherUrl);
  await expect.element(downloader.found).toBeVisible();
  window.history.back();
  await expect.element(shownLink).toHaveValue(postUrl);
  await expect.element(downloader.found).toBeVisible();
  expect(await listExtractions()).toEqual([{ url: postUrl }, { url: otherUrl }, { url: postUrl }]);
});

test('an anchor of the page keeps the result', async () => {
  const downloader = await renderDownloader([found]);
  await downloader.extract(postUrl);
  await expectHash(hash);
  window.location.hash = '#faq';
  window.history.back();
  await expectHash(hash);
  await expect.element(downloader.found).toBeVisible();
  expect(await listExtractions()).toHaveLength(1);
});

test('the address of a post that was moved is corrected without a new entry', async () => {
  const downloader = await renderDownloader([other], { path: `/${hash}` });
  await expect.element(downloader.found).toBeVisible();
  await expectHash(otherHash);
  expect(await listExtractions()).toHaveLength(1);
});

test('a post without media keeps its address too', async () => {
  const body = { success: false, qualities: [], code: 'post.no_media', post: buildPost() };
  const downloader = await renderDownloader([{ body }]);
  await downloader.extract(postUrl);
  await expectHash(hash);
});

test('Download Another removes the address, and the next post gets its own', async () => {
  const downloader = await renderDownloader([found, other]);
  await downloader.extract(postUrl);
  await expectHash(hash);
  await downloader.downloadAnother();
  await expect.element(downloader.field).toHaveFocus();
  await expectHash('');
  await downloader.extract(otherUrl);
  await expectHash(otherHash);
  expect(await listExtractions()).toHaveLength(2);
});

const threadHash = `${hash}/thread`;
const thread: StubResponse = { body: buildThread(4) };
const wholeThread = page.getByText('Showing the author’s thread: 4 files.');
const showThread = page.getByRole('button', { name: 'Show the whole thread' });

test.each([
  ['phone', 390, 844],
  ['desktop', 1280, 800],
])('on a %s, a whole thread takes the address of its post, and Back returns to it', async (_, ...size) => {
  await page.viewport(...size);
  const post = { body: buildExtractResponse(undefined, { post: buildPost({ thread: { more: 3 } }) }) };
  const downloader = await renderDownloader([post, thread]);
  await downloader.extract(postUrl);
  await expectHash(hash);
  const { length } = window.history;
  await showThread.click();
  await expectHash(threadHash);
  expect(window.history.length).toBe(length);
  await downloader.downloadAnother();
  await expectHash('');
  window.history.back();
  await expect.element(wholeThread).toBeVisible();
  await expectHash(threadHash);
  const whole = { url: postUrl, thread: true };
  expect(await listExtractions()).toEqual([{ url: postUrl }, whole, whole]);
});

test('the address of a thread reads all of it, also after a failure', async () => {
  const downloader = await renderDownloader([{ isOffline: true }, thread], { path: `/${threadHash}` });
  await expect.element(downloader.problem).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(wholeThread).toBeVisible();
  await expectHash(threadHash);
  const whole = { url: postUrl, thread: true };
  expect(await listExtractions()).toEqual([whole, whole]);
});

test('the address of a thread that has only one post is corrected', async () => {
  const downloader = await renderDownloader([found], { path: `/${threadHash}` });
  await expect.element(downloader.found).toBeVisible();
  await expectHash(hash);
});

test('a thread without media has an address too', async () => {
  const words = (thread: ThreadState) => ({
    body: { success: false, qualities: [], code: 'post.no_media', post: buildPost({ thread }) },
  });
  const posts = buildThread(2).post?.thread as ThreadState;
  const downloader = await renderDownloader([words({ more: true }), words(posts)]);
  await downloader.extract(postUrl);
  await expectHash(hash);
  await showThread.click();
  await expectHash(threadHash);
  await expect.element(page.getByText('Words 2')).toBeVisible();
});

test.each(['#downloader', '#@maker/post/../../admin', '#javascript:alert(1)'])(
  'the hash %s reads nothing',
  async (foreign) => {
    const downloader = await renderDownloader([found], { path: `/${foreign}` });
    await expect.element(downloader.field).toHaveValue('');
    await expectHash(foreign);
    expect(await listExtractions()).toEqual([]);
  },
);

/** A failed link whose retry begins in the moment in which it is shown. */
function FailedLink({ onOpen }: { onOpen: () => void }) {
  const [isFailed, setFailed] = useState(true);
  const shownHash = isFailed ? visitLinksHash : null;
  useResultAddress(shownHash, { isReset: false, onOpen, onLeave: onOpen });
  useEffect(() => setFailed(false), []);
  return <p>{isFailed ? 'Failed' : 'Reading'}</p>;
}

test('the hash of a failed link is not read when its retry begins at once', async () => {
  const onOpen = vi.fn();
  await renderIsland(<FailedLink onOpen={onOpen} />);
  await expectHash(visitLinksHash);
  await expect.element(page.getByText('Reading')).toBeVisible();
  expect(onOpen).not.toHaveBeenCalled();
});
