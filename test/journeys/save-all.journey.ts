import type { Download, Page } from 'playwright';
import { expect, test } from 'vitest';
import { scenes } from '#test/fakes/threads/scenes.ts';
import { readDownload } from '#test/support/browser-page.ts';
import { downloaderOn, listDigests, messages } from '#test/support/downloader-page.ts';
import { openProduct } from '#test/support/open-product.ts';
import { digestOriginal } from '#test/support/remove-metadata.ts';
import { unpack } from '../support/start-zip-relay.ts';

const album = scenes.carouselVideos;
const albumDigests = listDigests('carouselVideos');
const threadDigests = scenes.thread.expectedThread?.items.map((item) => item.sha256) ?? [];

/** Names and checksums of the files in a saved ZIP. */
async function listZipContents(download: Download) {
  const files = await unpack(await readDownload(download));
  return [...files].map(([name, bytes]) => ({ name, sha256: digestOriginal(bytes) }));
}

async function captureDownload(page: Page, press: () => Promise<void>): Promise<Download> {
  const waiting = page.waitForEvent('download').catch(async (error) => {
    throw new Error(`no download; the page says: ${await page.locator('main').textContent()}`, {
      cause: error,
    });
  });
  await press();
  return waiting;
}

test('two of five files are saved as one ZIP; a rejected ZIP says why', async () => {
  await using product = await openProduct();
  const page = await product.openPage('/');
  const downloader = downloaderOn(page);
  await downloader.extract(album.link);
  await downloader.found.waitFor();
  await downloader.verify();
  await page.getByRole('button', { name: 'Select none' }).click();
  for (const index of [4, 2]) await page.getByRole('checkbox', { name: `Select Video ${index}` }).check();
  const zip = await captureDownload(page, () => page.getByRole('button', { name: /^Download 2/ }).click());
  expect(zip.suggestedFilename()).toBe(`threads-${album.username}-${album.code}.zip`);
  const files = await listZipContents(zip);
  expect(files.map(({ name }) => name)).toEqual([
    `${album.username}_${album.code}_02.mp4`,
    `${album.username}_${album.code}_04.mp4`,
    'post.json',
    'post.txt',
    'post.md',
    'post.html',
  ]);
  expect(files.slice(0, 2).map((file) => file.sha256)).toEqual([albumDigests[1], albumDigests[3]]);
  await downloader.ready.waitFor();

  await page.route('**/media/zip/**', async (route) => {
    await route.continue({ url: `${product.app.origin}/media/zip/never-sealed` });
  });
  await page.getByRole('button', { name: /^Download 2/ }).click();
  await page.getByRole('alert').filter({ hasText: messages.en['error.ticket.invalid'] }).waitFor();
  expect(await downloader.downloads.count()).toBe(5);
});

test('without JavaScript, two files of a whole thread are saved as one ZIP on a phone', async () => {
  await using product = await openProduct();
  const viewport = { width: 390, height: 800 };
  const page = await product.openPage('/', { javaScriptEnabled: false, viewport });
  const downloader = downloaderOn(page);
  await downloader.extract(scenes.thread.link);
  await downloader.found.waitFor();
  expect(new URL(page.url()).hash).toBe('#downloader');
  expect((await downloader.found.boundingBox())?.y).toBeLessThan(viewport.height);
  await page.getByRole('button', { name: 'Show the whole thread' }).click();
  for (const position of [1, 2, 4])
    await page.getByRole('heading', { name: `Post ${position} of 4` }).waitFor();
  await downloader.verify({ isSent: true });
  expect(new URL(page.url()).hash).toBe('#verification');
  expect(await page.getByRole('link', { name: /^Download \w+ \d/ }).count()).toBe(threadDigests.length);
  for (const box of (await page.getByRole('checkbox').all()).slice(2)) await box.uncheck();
  const zip = await captureDownload(page, () =>
    page.getByRole('button', { name: 'Download selected' }).click(),
  );
  const files = await listZipContents(zip);
  expect(files.slice(0, 2).map((file) => file.sha256)).toEqual(threadDigests.slice(0, 2));
  expect(files).toHaveLength(6);
});

test('the sum and the proof of work unlock the post and its whole thread', async () => {
  await using product = await openProduct({ VERIFICATION: 'proof' });
  const page = await product.openPage('/');
  const downloader = downloaderOn(page);
  await downloader.extract(scenes.thread.link);
  await downloader.found.waitFor();
  expect(await downloader.downloads.count()).toBe(0);
  await downloader.verify();
  expect((await downloader.save(downloader.downloads.first())).sha256).toBe(threadDigests[0]);

  await page.getByRole('button', { name: 'Show the whole thread' }).click();
  await page.getByText('Showing the author’s thread: 5 files.').waitFor();
  expect(await downloader.locked.count()).toBe(0);
  const items = page.getByRole('button', { name: /^(?:Show|Play) / });
  expect(await items.count()).toBe(threadDigests.length);
  await items.last().click();
  expect((await downloader.save(downloader.downloads.last())).sha256).toBe(threadDigests.at(-1));
});
