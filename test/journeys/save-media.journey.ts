import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { type SceneName, scenes } from '#test/fakes/threads/scenes.ts';
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

const five = ['video', 'photo', 'gone', 'gif', 'carouselVideos'] as const satisfies readonly SceneName[];

const getCard = (page: Page, scene: SceneName) =>
  page
    .getByRole('list', { name: '5 links' })
    .locator(':scope > li')
    .filter({ hasText: scenes[scene].link.split('/').at(-1) as string });

test('of five links pasted on a phone one fails, and one sum unlocks the others', async () => {
  await using product = await openProduct();
  const page = await product.openPage('/', {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const downloader = downloaderOn(page);
  // Pasted with the keyboard: filling the field would drop the line breaks.
  const text = `Look:\n${five.map((scene) => scenes[scene].link).join('\n')}\nnice`;
  await page.evaluate((clip) => navigator.clipboard.writeText(clip), text);
  await downloader.field.focus();
  await page.keyboard.press('ControlOrMeta+V');
  await page.getByText('Links loaded: 4 of 5. 1 link couldn’t be loaded.').waitFor();
  await getCard(page, 'gone').getByRole('heading', { name: 'Unable to process URL' }).waitFor();
  await downloader.verify();
  for (const scene of ['video', 'gif'] as const) {
    const button = getCard(page, scene).getByRole('button', { name: /^Download / });
    expect((await downloader.save(button.first())).sha256, scene).toBe(listDigests(scene)[0]);
  }
  await page.getByRole('button', { name: 'Download Another' }).click();
  await downloader.field.waitFor();
});
