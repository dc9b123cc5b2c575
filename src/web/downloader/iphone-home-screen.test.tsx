import { expect, test } from 'vitest';
import { commands, type Locator, page, userEvent } from 'vitest/browser';
import type { ExtractResponse } from '#extraction/contract.ts';
import { buildQuality } from '#test/support/build-quality.ts';
import { shareLimitBytes } from '../contract.ts';
import { buildCarousel, buildExtractResponse, postUrl } from './fixtures/build-response.ts';
import { emulatePhone } from './fixtures/emulate-phone.ts';
import { recordSavedFiles, renderDownloader } from './fixtures/render-downloader.tsx';

async function openPost(response: ExtractResponse = buildExtractResponse()) {
  const downloader = await renderDownloader([{ body: response }]);
  await commands.stubResponses('GET /media/*-MP4', [
    { headers: { 'content-type': 'video/mp4' }, body: 'the file' },
  ]);
  await downloader.extract(postUrl);
  await expect.element(downloader.found).toBeVisible();
  return downloader;
}

const toPhotos = page.getByRole('button', { name: 'Save to Photos Video 1 MP4' });

/** Uses the keyboard, because a notice covers the lower part of the screen for a few seconds. */
async function press(target: Locator) {
  target.element().focus();
  await userEvent.keyboard('{Enter}');
}

test('in a home screen app every download goes to the share menu', async () => {
  const shared = await emulatePhone('home screen', ['done', 'DataError', 'done']);
  const files = recordSavedFiles();
  const downloader = await openPost();
  await downloader.verify();
  await expect.element(page.getByRole('button', { name: /^Prepare/ })).not.toBeInTheDocument();
  await downloader.downloads.click();
  await toPhotos.click();
  await expect.element(downloader.media.getByText('Done')).toBeVisible();
  expect(await shared()).toMatchObject([{ keys: ['files'], type: 'video/mp4', text: 'the file' }]);

  await press(downloader.downloads);
  await toPhotos.click();
  await expect
    .element(page.getByRole('alert').getByText(/^Your phone didn’t accept this file\./))
    .toBeVisible();

  await press(page.getByRole('link', { name: 'Save as TXT' }));
  await expect.poll(async () => (await shared()).at(-1)?.name).toMatch(/\.txt$/);
  expect(files).toEqual([]);
});

test('a home screen app has no ZIP and says why', async () => {
  await emulatePhone('home screen', []);
  await openPost(buildCarousel(3));
  await expect
    .element(page.getByText(/^Unspool can’t save a ZIP when opened from the home screen\./))
    .toBeVisible();
  await expect.element(page.getByRole('form', { name: 'ZIP download' })).not.toBeInTheDocument();
  await expect.element(page.getByRole('checkbox')).not.toBeInTheDocument();
});

test('a home screen app rejects a file over 200 MB with the reason', async () => {
  const shared = await emulatePhone('home screen', ['done']);
  const downloader = await openPost(buildExtractResponse([buildQuality({ bytes: shareLimitBytes + 1 })]));
  await downloader.verify();
  await downloader.downloads.click();
  await expect
    .element(page.getByRole('alert').getByText(/^This file is over 200 MB, too large for the share menu/))
    .toBeVisible();
  expect(await shared()).toEqual([]);
});
