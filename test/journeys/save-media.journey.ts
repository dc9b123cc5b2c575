import { expect, test } from 'vitest';
import { scenes } from '#test/fakes/threads/scenes.ts';
import { downloaderOn, listDigests } from '#test/support/downloader-page.ts';
import { openProduct } from '#test/support/open-product.ts';

test('a pasted video link is extracted, played, verified and saved unchanged', async () => {
  await using product = await openProduct();
  const page = await product.openPage('/', { permissions: ['clipboard-read', 'clipboard-write'] });
  const downloader = downloaderOn(page);
  await page.evaluate(
    (text) => navigator.clipboard.writeText(text),
    `look at this (${scenes.video.link}) 👀`,
  );
  await downloader.field.focus();
  await page.keyboard.press('ControlOrMeta+V');
  await downloader.found.waitFor();
  await page.getByRole('button', { name: 'Play Video 1' }).click();
  const video = page.locator('video');
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime))
    .toBeGreaterThan(0);
  await page.keyboard.press('Escape');
  await video.waitFor({ state: 'detached' });

  await downloader.verify();
  const saved = await downloader.save(downloader.downloads.first());
  expect(saved.sha256).toBe(listDigests('video')[0]);
  expect(saved.name).toMatch(/^threads-video-1-\d{13}\.mp4$/);
  await downloader.ready.waitFor();
  await page.getByRole('button', { name: 'Download Another' }).click();
  await expect.poll(() => downloader.field.inputValue()).toBe('');
});

test('cancelling a running download closes the upstream response', async () => {
  await using product = await openProduct();
  const page = await product.openPage('/');
  const downloader = downloaderOn(page);
  await downloader.extract(scenes.stalledMedia.link);
  await downloader.found.waitFor();
  await downloader.verify();
  await downloader.downloads.first().click();
  const progress = page.getByRole('progressbar', { name: 'Video 1 MP4' });
  await progress.waitFor();
  await expect.poll(() => product.threads.openMediaResponses()).toBe(1);
  await page.getByRole('button', { name: 'Cancel Video 1 MP4' }).click();
  await progress.waitFor({ state: 'detached' });
  await expect.poll(() => product.threads.openMediaResponses()).toBe(0);
});
