import { expect, test } from 'vitest';
import { scenes } from '#test/fakes/threads/scenes.ts';
import { expectAccessible } from '#test/support/accessibility.ts';
import { downloaderOn, messages } from '#test/support/downloader-page.ts';
import { openProduct } from '#test/support/open-product.ts';

const { th } = messages;
const { expected } = scenes.video;
const digest = 'items' in expected ? expected.items[0]?.sha256 : undefined;

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

  await downloader.verify();
  const saved = await downloader.save(downloader.downloads.first());
  expect(saved.sha256).toBe(digest);
  expect(saved.name).toMatch(/^threads-video-1-\d{13}\.mp4$/);
  await downloader.ready.waitFor();
  await page.getByRole('button', { name: 'Download Another' }).click();
  await expect.poll(() => downloader.field.inputValue()).toBe('');
});

test('a missing post and a file of the wrong type save nothing', async () => {
  await using product = await openProduct();
  const page = await product.openPage('/');
  const downloader = downloaderOn(page);
  let saved = 0;
  page.on('download', () => {
    saved += 1;
  });
  await downloader.extract(scenes.gone.link);
  await downloader.problem.waitFor();
  expect(await downloader.field.inputValue()).toBe(scenes.gone.link);
  await downloader.extract(scenes.wrongType.link);
  await downloader.found.waitFor();
  await downloader.verify();
  await downloader.downloads.first().click();
  await downloader.toast('Download failed').waitFor();
  expect(saved).toBe(0);
});

test('cancelling a running download closes the upstream response', async () => {
  await using product = await openProduct();
  const page = await product.openPage('/');
  const downloader = downloaderOn(page);
  await downloader.extract(scenes.stalledMedia.link);
  await downloader.found.waitFor();
  await downloader.verify();
  await downloader.downloads.first().click();
  await page.getByRole('progressbar').waitFor();
  await expect.poll(() => product.threads.openMediaResponses()).toBe(1);
  await page.getByRole('button', { name: /^Cancel/ }).click();
  await page.getByRole('progressbar').waitFor({ state: 'detached' });
  await expect.poll(() => product.threads.openMediaResponses()).toBe(0);
});

test('the whole flow works in Thai on a narrow phone in dark mode', async () => {
  await using product = await openProduct();
  const viewport = { width: 320, height: 640 };
  const page = await product.openPage('/th', { viewport, hasTouch: true, colorScheme: 'dark' });
  await page.getByRole('button', { name: th['form.settings'], exact: true }).tap();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(th['settings.names.pattern']).fill('{user');
  await dialog.getByText(th['settings.names.unchanged_default']).waitFor();
  await expectAccessible(page, 'settings');
  await dialog.getByRole('button', { name: th['settings.done'], exact: true }).click();

  const downloader = downloaderOn(page, th);
  await downloader.extract(scenes.carouselMixed.link);
  await downloader.found.waitFor();
  expect(await downloader.locked.count()).toBe(20);
  await downloader.verify();
  const items = 'items' in scenes.carouselMixed.expected ? scenes.carouselMixed.expected.items : [];
  const file = await downloader.save(downloader.downloads.nth(2));
  expect(file.sha256).toBe(items[2]?.sha256);
  expect(file.name).toMatch(/^threads-[a-z]+-3-\d{13}\.\w+$/);
  await expectAccessible(page, 'after a download');
});
