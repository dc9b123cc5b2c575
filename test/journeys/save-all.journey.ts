import type { Download, Page } from 'playwright';
import { expect, test } from 'vitest';
import { scenes } from '#test/fakes/threads/scenes.ts';
import { downloaderOn } from '#test/support/downloader-page.ts';
import { hydrated } from '#test/support/hydrated.ts';
import { openProduct } from '#test/support/open-product.ts';
import { unpack } from '#test/support/start-archive-relay.ts';
import { sha256 } from '#test/support/start-media-relay.ts';
import { readDownload } from '#test/support/connect-browser.ts';

const album = scenes.carouselVideos;
const expected = 'items' in album.expected ? album.expected.items.map((item) => item.sha256) : [];
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

/** What a ZIP that the browser saved holds: names and checksums. */
async function contentOf(download: Download) {
  const files = await unpack(await readDownload(download));
  return [...files].map(([name, bytes]) => ({ name, sha256: sha256(bytes) }));
}

async function saved(page: Page, press: () => Promise<void>): Promise<Download> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  return download;
}

test.each([
  ['a desktop', {}],
  ['a phone', phone],
])('on %s a visitor takes two of five, then all, as one ZIP', async (_, device) => {
  await using product = await openProduct();
  const page = await product.visit('/', device);
  const downloader = downloaderOn(page);
  await downloader.extract(album.link);
  await downloader.found.waitFor();
  const all = page.getByRole('button', { name: 'Download all (5 files)' });
  await all.click({ force: true });
  await downloader.toast('Verification required').waitFor();
  await downloader.verify();

  await page.getByText('5 of 5 selected').waitFor();
  await page.getByRole('button', { name: 'Select none' }).click();
  await page.getByText('0 of 5 selected').waitFor();
  expect(await page.getByRole('button', { name: 'Download 0 selected' }).getAttribute('aria-disabled')).toBe(
    'true',
  );
  // By keyboard: the space bar ticks.
  await page.getByRole('checkbox', { name: 'Choose Video 4' }).focus();
  await page.keyboard.press('Space');
  await page.getByRole('checkbox', { name: 'Choose Video 2' }).check();
  await page.getByText('2 of 5 selected').waitFor();
  const some = await saved(page, () => page.getByRole('button', { name: /^Download 2 selected/ }).click());
  expect(some.suggestedFilename()).toBe(`threads-${album.username}-${album.code}.zip`);
  const chosen = await contentOf(some);
  expect(chosen.map(({ name }) => name)).toEqual([
    expect.stringMatching(/^02-threads-video-2-\d{13}\.mp4$/),
    expect.stringMatching(/^04-threads-video-4-\d{13}\.mp4$/),
    'post.json',
    'post.txt',
  ]);
  expect(chosen.slice(0, 2).map((file) => file.sha256)).toEqual([expected[1], expected[3]]);
  await page.getByText('Look for the ZIP in your browser’s downloads.').waitFor();
  await downloader.ready.waitFor();

  await page.getByRole('button', { name: 'Select all' }).click();
  const whole = await contentOf(await saved(page, () => all.click()));
  expect(whole.slice(0, 5).map((file) => file.sha256)).toEqual(expected);
});

test('without scripts the boxes are a plain form, and the ZIP is the same', async () => {
  await using product = await openProduct();
  const page = await product.visit('/', { javaScriptEnabled: false });
  const downloader = downloaderOn(page);
  await downloader.extract(album.link);
  await downloader.found.waitFor();
  await downloader.verify();
  for (const index of [1, 3, 4])
    await page.getByRole('checkbox', { name: `Choose Video ${index}` }).uncheck();
  const download = await saved(page, () => page.getByRole('button', { name: 'Download selected' }).click());
  const files = await contentOf(download);
  expect(files.slice(0, 2).map((file) => file.sha256)).toEqual([expected[1], expected[4]]);
  expect(files).toHaveLength(4);
});

test('a refused ZIP says why in a tab of its own, and the page keeps what it has', async () => {
  await using product = await openProduct();
  const page = await product.visit('/');
  const downloader = downloaderOn(page);
  await downloader.extract(album.link);
  await downloader.found.waitFor();
  await downloader.verify();
  const form = page.getByRole('form', { name: 'All files as one ZIP' });
  await form.evaluate((element) => element.setAttribute('action', '/media/zip/never-sealed'));
  const all = page.getByRole('button', { name: 'Download all (5 files)' });
  const [refusal] = await Promise.all([page.waitForEvent('popup'), all.click()]);
  await refusal.waitForURL('**/?problem=ticket.invalid');
  await page.getByText('If it is not there, a new tab says why.').waitFor();
  expect(await downloader.downloads.count()).toBeGreaterThanOrEqual(5);
});

test('where a proof is asked for, its pass opens the ZIP too', async () => {
  await using product = await openProduct({ VERIFICATION: 'proof' });
  const page = await product.visit('/');
  const downloader = downloaderOn(page);
  await downloader.extract(album.link);
  await downloader.found.waitFor();
  await downloader.verify();
  const all = page.getByRole('button', { name: 'Download all (5 files)' });
  const whole = await contentOf(await saved(page, () => all.click()));
  expect(whole.slice(0, 5).map((file) => file.sha256)).toEqual(expected);
});

test('the template that the device keeps names the files in the ZIP', async () => {
  await using product = await openProduct();
  const page = await product.visit('/');
  await page.evaluate(() =>
    localStorage.setItem('unspool.settings', JSON.stringify({ template: '{user}_{index}', history: false })),
  );
  await page.reload();
  await hydrated(page);
  const downloader = downloaderOn(page);
  await downloader.extract(album.link);
  await downloader.found.waitFor();
  await downloader.verify();
  const all = page.getByRole('button', { name: 'Download all (5 files)' });
  const [first] = await contentOf(await saved(page, () => all.click()));
  expect(first?.name).toBe(`${album.username}_01.mp4`);
});

test('a post with one file has nothing to choose', async () => {
  await using product = await openProduct();
  const page = await product.visit('/');
  const downloader = downloaderOn(page);
  await downloader.extract(scenes.video.link);
  await downloader.found.waitFor();
  expect(await page.getByRole('checkbox').count()).toBe(0);
  expect(await page.getByRole('form').count()).toBe(0);
});
