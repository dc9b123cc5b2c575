import { expect, test } from 'vitest';
import { type SceneName, scenes, shareLinks } from '#test/fakes/threads/scenes.ts';
import { downloaderOn } from '#test/support/downloader-page.ts';
import { openProduct } from '#test/support/open-product.ts';

function expectedItems(scene: SceneName) {
  const { expected } = scenes[scene];
  if (!('items' in expected)) throw new Error(`${scene} expects no items`);
  return expected.items;
}

test('a visitor pastes the link of a video, passes the check and has the very file', async () => {
  await using product = await openProduct();
  const page = await product.visit('/');
  const downloader = downloaderOn(page);

  await downloader.extract(scenes.video.link);
  await downloader.found.waitFor();
  expect(await page.getByLabel('Processing URL').inputValue()).toBe(scenes.video.link);
  await downloader
    .toast('Media found!')
    .getByText('Found 1 media item(s) - complete verification to download')
    .waitFor();

  await downloader.verify();
  expect(await downloader.found.isVisible()).toBe(true);
  const saved = await downloader.save(downloader.downloads.first());
  expect(saved.sha256).toBe(expectedItems('video')[0]?.sha256);
  expect(saved.name).toMatch(/^threads-video-1-\d{13}\.mp4$/);
  await downloader.ready.waitFor();
  await downloader.toast('Download complete!').getByText('Video 1 - MP4 saved to your downloads').waitFor();

  await page.getByRole('button', { name: 'Download Another' }).click();
  await downloader.field.waitFor();
  expect(await downloader.field.inputValue()).toBe('');
  expect(await downloader.found.count()).toBe(0);
});

test('no download is possible before the sum is solved', async () => {
  await using product = await openProduct();
  const page = await product.visit('/');
  const downloader = downloaderOn(page);
  await downloader.extract(scenes.photo.link);
  await downloader.locked.first().click({ force: true });
  await downloader
    .toast('Verification required')
    .getByText('Please complete the security verification first')
    .waitFor();
  expect(await downloader.downloads.count()).toBe(0);
});

test('a wrong sum clears the field and draws a new pair until the right one is typed', async () => {
  await using product = await openProduct();
  const page = await product.visit('/');
  const downloader = downloaderOn(page);
  await downloader.extract(scenes.photo.link);
  await downloader.found.waitFor();
  const pairs = new Set<string>();
  for (let count = 0; count < 6; count += 1) {
    const { left, right } = await downloader.sum();
    pairs.add(`${left}+${right}`);
    for (const operand of [left, right]) expect(operand >= 1 && operand <= 10).toBe(true);
    await downloader.type(String(left + right + 1));
    await expect.poll(() => downloader.answer.inputValue()).toBe('');
    expect(await downloader.locked.count()).toBe(1);
  }
  expect(pairs.size).toBeGreaterThan(1);
  await downloader.verify();
  expect(await downloader.downloads.count()).toBe(1);
});

test('refresh draws a new pair and takes a passed check back', async () => {
  await using product = await openProduct();
  const page = await product.visit('/');
  const downloader = downloaderOn(page);
  await downloader.extract(scenes.photo.link);
  await downloader.found.waitFor();
  const refresh = page.getByRole('button', { name: 'New sum' });
  const pairs = new Set<string>();
  for (let count = 0; count < 8; count += 1) {
    await refresh.click();
    pairs.add(JSON.stringify(await downloader.sum()));
  }
  expect(pairs.size).toBeGreaterThan(1);
  await downloader.verify();
  await refresh.click();
  expect(await downloader.locked.count()).toBe(1);
  expect(await downloader.downloads.count()).toBe(0);
});

test('the sum may be typed in the digits of another script', async () => {
  await using product = await openProduct();
  const page = await product.visit('/');
  const downloader = downloaderOn(page);
  await downloader.extract(scenes.photo.link);
  await downloader.found.waitFor();
  const { left, right } = await downloader.sum();
  await downloader.type(String(left + right).replace(/\d/g, (digit) => '๐๑๒๓๔๕๖๗๘๙'[Number(digit)] ?? ''));
  await page.getByText('Captcha verified', { exact: true }).waitFor();
});

test.each<[SceneName, RegExp]>([
  ['photo', /^threads-image-1-\d{13}\.webp$/],
  ['photoJpg', /^threads-image-1-\d{13}\.jpg$/],
  ['gif', /^threads-gif-1-\d{13}\.gif$/],
  ['silentLoop', /^threads-video-1-\d{13}\.mp4$/],
  ['voice', /^threads-audio-1-\d{13}\.m4a$/],
  ['quote', /^threads-\w+-1-\d{13}\.\w+$/],
  ['expiredLink', /^threads-\w+-1-\d{13}\.\w+$/],
])('%s is saved whole under a name that fits', async (scene, name) => {
  await using product = await openProduct();
  const page = await product.visit('/');
  const downloader = downloaderOn(page);
  await downloader.extract(scenes[scene].link);
  await downloader.found.waitFor();
  await downloader.verify();
  const saved = await downloader.save(downloader.downloads.first());
  expect(saved.sha256).toBe(expectedItems(scene)[0]?.sha256);
  expect(saved.name).toMatch(name);
});

test('a link of the share sheet is resolved', async () => {
  await using product = await openProduct();
  const page = await product.visit('/');
  const downloader = downloaderOn(page);
  await downloader.extract(shareLinks.carouselVideos);
  await downloader.found.waitFor();
  expect(await downloader.locked.count()).toBe(5);
});

test('a long text around a link is no fault', async () => {
  await using product = await openProduct();
  const page = await product.visit('/');
  const downloader = downloaderOn(page);
  await downloader.extract(`${'so good '.repeat(900)} ${scenes.photo.link} ${'really '.repeat(900)}`);
  await downloader.found.waitFor();
});

test('the addresses of an open page are renewed before they expire, and nothing is asked of the visitor', async () => {
  await using product = await openProduct();
  const page = await product.visit('/');
  await page.clock.install();
  const downloader = downloaderOn(page);
  await downloader.extract(scenes.photo.link);
  await downloader.found.waitFor();
  await downloader.verify();
  const picture = page.locator('main img').first();
  const before = await picture.getAttribute('src');
  const renewed = async () => {
    await page.clock.runFor('03:00');
    return picture.getAttribute('src');
  };
  await expect.poll(renewed, { timeout: 15_000 }).not.toBe(before);
  expect(await downloader.downloads.count()).toBe(1);
});

test('a renewal that fails is tried again, at once when the network is back', async () => {
  await using product = await openProduct();
  const page = await product.visit('/');
  await page.clock.install();
  const downloader = downloaderOn(page);
  await downloader.extract(scenes.photo.link);
  await downloader.found.waitFor();
  let failed = 0;
  await page.route('**/functions/v1/extract-threads-media', (route) => {
    failed += 1;
    return route.abort();
  });
  const tried = async (minutes: string) => {
    await page.clock.runFor(minutes);
    return failed;
  };
  await expect.poll(() => tried('03:00'), { timeout: 15_000 }).toBeGreaterThan(2);
  await page.unroute('**/functions/v1/extract-threads-media');
  const picture = page.locator('main img').first();
  const before = await picture.getAttribute('src');
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect.poll(() => picture.getAttribute('src'), { timeout: 15_000 }).not.toBe(before);
});

test('five videos of a carousel stand in order and each is saved as itself', async () => {
  await using product = await openProduct();
  const page = await product.visit('/');
  const downloader = downloaderOn(page);
  await downloader.extract(scenes.carouselVideos.link);
  await downloader.found.waitFor();
  const names = await page.getByRole('heading', { level: 4 }).allTextContents();
  expect(names).toEqual(['Video 1', 'Video 2', 'Video 3', 'Video 4', 'Video 5']);
  await downloader.verify();
  const items = expectedItems('carouselVideos');
  for (const [index, item] of items.entries()) {
    const saved = await downloader.save(downloader.downloads.nth(index));
    expect(saved.sha256, `video ${index + 1}`).toBe(item.sha256);
  }
  expect(new Set(items.map((item) => item.sha256)).size).toBe(5);
});

test('pasting a link inside a text starts the extraction by itself', async () => {
  await using product = await openProduct();
  const page = await product.visit('/', { permissions: ['clipboard-read', 'clipboard-write'] });
  const downloader = downloaderOn(page);
  await page.evaluate(
    (text) => navigator.clipboard.writeText(text),
    `look at this (${scenes.photo.link}) 👀`,
  );
  await downloader.field.focus();
  await page.keyboard.press('ControlOrMeta+V');
  await downloader.found.waitFor();
});

test('the paste button reads the clipboard and starts', async () => {
  await using product = await openProduct();
  const page = await product.visit('/', { permissions: ['clipboard-read', 'clipboard-write'] });
  await page.evaluate((text) => navigator.clipboard.writeText(text), scenes.photo.link);
  await page.getByRole('button', { name: 'Paste' }).click();
  await downloaderOn(page).found.waitFor();
});

test('a running download can be cancelled and the upstream is let go', async () => {
  await using product = await openProduct();
  const page = await product.visit('/');
  const downloader = downloaderOn(page);
  await downloader.extract(scenes.stalledMedia.link);
  await downloader.found.waitFor();
  await downloader.verify();
  await downloader.downloads.first().click();
  await page.getByRole('progressbar').waitFor();
  await page.getByRole('button', { name: /^Cancel/ }).click();
  await page.getByRole('progressbar').waitFor({ state: 'detached' });
  await expect.poll(() => product.threads.openMediaResponses(), { timeout: 5_000 }).toBe(0);
});

test('a video plays in the page', async () => {
  await using product = await openProduct();
  const page = await product.visit('/');
  await downloaderOn(page).extract(scenes.video.link);
  await page.getByRole('button', { name: 'Play Video 1' }).click();
  const video = page.locator('video');
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime), { timeout: 10_000 })
    .toBeGreaterThan(0);
});

test('a post that could be read in part only says so', async () => {
  await using product = await openProduct();
  const page = await product.visit('/');
  await downloaderOn(page).extract(scenes.pageOnlyByOg.link);
  await page.getByText('Threads showed us only part of this post.').waitFor();
});

test('media of another post name their author, and a continuation says what it is', async () => {
  await using product = await openProduct();
  const page = await product.visit('/');
  const downloader = downloaderOn(page);
  await downloader.extract(scenes.continuation.link);
  await downloader.found.waitFor();
  const [first] = expectedItems('continuation');
  await page.getByRole('heading', { name: `From the continuation by @${first?.source.username}` }).waitFor();
});
