import type { Locator, Page } from 'playwright';
import { expect, test } from 'vitest';
import { scenes } from '#test/fakes/threads/scenes.ts';
import { readDownload } from '#test/support/connect-browser.ts';
import { downloaderOn, messages, type PlainMessages } from '#test/support/downloader-page.ts';
import { findFfmpeg } from '#test/support/find-ffmpeg.ts';
import { openProduct } from '#test/support/open-product.ts';

const { en } = messages;
const ffmpeg = findFfmpeg();
const environment = ffmpeg ? { FFMPEG_PATH: ffmpeg } : {};
const phone = { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true };

function findSettings(page: Page) {
  const dialog = page.getByRole('dialog');
  return {
    dialog,
    button: page.getByRole('button', { name: en['form.settings'], exact: true }),
    pattern: dialog.getByLabel(en['settings.names.pattern']),
    historyCheckbox: dialog.getByLabel(en['settings.posts.remember']),
    posts: dialog.getByRole('listitem'),
    press: (name: keyof PlainMessages) => dialog.getByRole('button', { name: en[name], exact: true }).click(),
    async close() {
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    },
  };
}

async function open(page: Page, link: string) {
  const downloader = downloaderOn(page);
  await downloader.extract(link);
  await downloader.found.waitFor();
  return downloader;
}

async function captureDownload(page: Page, link: Locator): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  return { name: download.suggestedFilename(), bytes: await readDownload(download) };
}

test('a pattern names saved files, posts are remembered, and neither is sent', async () => {
  await using product = await openProduct(environment);
  const page = await product.openPage('/');
  const sent: string[] = [];
  page.on('request', (request) =>
    sent.push(decodeURIComponent(request.url()), JSON.stringify(request.headers()), request.postData() ?? ''),
  );
  const settings = findSettings(page);
  await settings.button.click();
  await settings.pattern.fill('วันหยุด {index}');
  await settings.historyCheckbox.check();
  await settings.close();

  const downloader = await open(page, scenes.carouselVideos.link);
  await downloader.verify();
  expect((await downloader.save(downloader.downloads.nth(1))).name).toBe('วันหยุด 02.mp4');
  await page.reload();
  await settings.button.click();
  expect(await settings.pattern.inputValue()).toBe('วันหยุด {index}');
  expect(sent.filter((part) => part.includes('วันหยุด'))).toEqual([]);
  expect(await settings.posts.count()).toBe(1);
  const file = await captureDownload(
    page,
    settings.dialog.getByRole('button', { name: en['settings.posts.export'] }),
  );
  const [{ url, savedAt }] = JSON.parse(String(file.bytes)).posts;

  sent.length = 0;
  await settings.posts.first().getByRole('button').click();
  await downloader.found.waitFor();
  expect(await page.getByLabel(en['processing.label']).inputValue()).toBe(url);
  // Only the link is sent, as if it had been typed.
  expect(sent.some((part) => part.includes(url))).toBe(true);
  expect(sent.filter((part) => part.includes(savedAt) || part.includes('saved-posts'))).toEqual([]);
});

test('the server names large files and the files of a ZIP by the pattern', async () => {
  await using product = await openProduct(environment);
  const page = await product.openPage('/');
  const settings = findSettings(page);
  await settings.button.click();
  await settings.pattern.fill('{user} 動画 {index}');
  await settings.close();
  await page.route('**/extract-threads-media', async (route) => {
    const response = await route.fetch();
    const body: { qualities: { bytes: number }[] } = await response.json();
    for (const quality of body.qualities) quality.bytes = 300 * 1024 * 1024;
    await route.fulfill({ response, json: body });
  });
  const downloader = await open(page, scenes.carouselVideos.link);
  await downloader.verify();
  const video = await downloader.save(downloader.downloads.nth(4));
  expect(video.name).toMatch(/^[\w.]+ 動画 05\.mp4$/);
  await page.getByText(en['download.browser']).waitFor();
  const zip = await captureDownload(
    page,
    page.getByRole('form', { name: en['zip.label'] }).locator('button[type=submit]'),
  );
  // A ZIP stores file names uncompressed.
  for (const index of ['01', '05']) expect(zip.bytes.includes(` 動画 ${index}.mp4`)).toBe(true);
});

test('without browser storage, a setting lasts for the visit and names saved files', async () => {
  await using product = await openProduct(environment);
  const page = await product.openPage('/about');
  await page.addInitScript(() => {
    const get = () => {
      throw new DOMException('refused', 'SecurityError');
    };
    Object.defineProperty(window, 'localStorage', { get });
  });
  await page.goto(`${product.app.origin}/`);
  const settings = findSettings(page);
  await settings.button.click();
  await settings.pattern.fill('{type}');
  await settings.dialog.getByText(en['settings.storage.blocked']).waitFor();
  await settings.close();
  const downloader = await open(page, scenes.photoJpg.link);
  await downloader.verify();
  expect((await downloader.save(downloader.downloads.first())).name).toBe('image.jpg');
});

test('a WebP is saved as JPG, and the audio of a video if ffmpeg is available', async () => {
  await using product = await openProduct(environment);
  const page = await product.openPage('/');
  const formats = page.getByText('Other formats', { exact: false });
  const downloader = await open(page, scenes.photo.link);
  await downloader.verify();
  await formats.click();
  const photo = await captureDownload(page, page.getByRole('link', { name: 'JPG Image 1' }));
  expect(photo.name).toMatch(/^threads-image-1-\d{13}\.jpg$/);
  expect(photo.bytes.toString('latin1', 0, 3)).toBe('\xff\xd8\xff');

  await page.getByRole('button', { name: 'Download Another' }).click();
  await (await open(page, scenes.video.link)).verify();
  if (!ffmpeg) return expect(await formats.count()).toBe(0);
  await formats.click();
  const audio = await captureDownload(page, page.getByRole('link', { name: 'Sound only (M4A) Video 1' }));
  expect(audio.name).toMatch(/^threads-video-1-\d{13}\.m4a$/);
  expect(audio.bytes.toString('latin1', 0, 12)).toContain('ftypM4A');
});

test('without JavaScript the text is a file, and a WebP is saved as PNG', async () => {
  await using product = await openProduct(environment);
  const page = await product.openPage('/', { javaScriptEnabled: false });
  expect(await findSettings(page).button.count()).toBe(0);
  const downloader = await open(page, scenes.photo.link);
  expect(await page.getByRole('button', { name: /^Copy/ }).count()).toBe(0);
  const text = await captureDownload(page, page.getByRole('link', { name: 'Text as a file' }));
  expect(text.name).toBe('threads-mira.demo-DemoPhoto01.txt');
  expect(String(text.bytes)).toMatch(
    /^First light over hills that do not exist\. 🌄\nDrawn by .*\n\nMira Demo \(@mira\.demo\)\n/,
  );
  await downloader.verify();
  await page.getByText('Other formats').click();
  const png = await captureDownload(page, page.getByRole('link', { name: 'PNG Image 1' }));
  expect(png.name).toMatch(/\.png$/);
  expect(png.bytes.toString('latin1', 0, 12)).toContain('PNG');
});

test('on a phone an image is shared unchanged, and a file that is too large is aborted', async () => {
  await using product = await openProduct(environment);
  const page = await product.openPage('/', phone);
  await page.evaluate(() => {
    const shared: unknown[] = [];
    const share = async ({ files = [], ...others }: ShareData) => {
      const [file] = files;
      const digest = new Uint8Array(
        await crypto.subtle.digest('SHA-256', (await file?.arrayBuffer()) as ArrayBuffer),
      );
      const sha256 = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
      shared.push({ others: Object.keys(others), type: file?.type, sha256 });
    };
    Object.assign(window, { shared });
    Object.assign(navigator, { canShare: () => true, share, standalone: false });
  });
  const shared = () => page.evaluate<unknown[]>('window.shared');
  const opened = await open(page, scenes.photo.link);
  await page.getByRole('button', { name: 'Show Image 1' }).tap();
  const preview = page.getByRole('img', { name: 'A pale sun above layered blue hills' });
  await expect
    .poll(() => preview.evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0)))
    .toBe(1080);
  await opened.verify();
  await page.getByRole('button', { name: 'Prepare for Photos Image 1 WEBP' }).tap();
  await page.getByRole('button', { name: 'Save to Photos Image 1 WEBP' }).tap();
  await page.getByText('Handed to your phone').waitFor();
  const { expected } = scenes.photo;
  const sha256 = 'items' in expected ? expected.items[0]?.sha256 : null;
  expect(await shared()).toEqual([{ others: [], type: 'image/webp', sha256 }]);

  // If the HEAD request fails, the size is known only after the first tap.
  await page.route('**/media/**', (route) =>
    route.request().method() === 'HEAD' ? route.fulfill({ status: 503 }) : route.continue(),
  );
  await page.getByRole('button', { name: 'Download Another' }).tap();
  const downloader = await open(page, scenes.huge.link);
  await downloader.verify();
  await page.getByRole('button', { name: 'Prepare for Photos Video 1 MP4' }).tap();
  await page
    .getByRole('alert')
    .getByText(/^This file is over 200 MB/)
    .waitFor();
  await expect.poll(() => product.threads.openMediaResponses()).toBe(0);
  const [download] = await Promise.all([page.waitForEvent('download'), downloader.downloads.first().tap()]);
  expect(download.suggestedFilename()).toMatch(/^threads-video-1-\d{13}\.mp4$/);
  await download.cancel();
  expect(await shared()).toHaveLength(1);
});
