import type { Locator, Page } from 'playwright';
import { expect, test } from 'vitest';
import { scenes } from '#test/fakes/threads/scenes.ts';
import { readDownload } from '#test/support/browser-page.ts';
import { downloaderOn, messages, type PlainMessages } from '#test/support/downloader-page.ts';
import { openProduct } from '#test/support/open-product.ts';

const { en } = messages;

function findSettings(page: Page) {
  const dialog = page.getByRole('dialog');
  return {
    dialog,
    button: page.getByRole('button', { name: en['form.settings'], exact: true }),
    pattern: dialog.getByLabel(en['settings.names.pattern']),
    ownPattern: dialog.getByRole('radio', { name: en['settings.names.style_own'] }),
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
  await downloader.found.or(downloader.ready).waitFor();
  return downloader;
}

async function captureDownload(page: Page, link: Locator): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  return { name: download.suggestedFilename(), bytes: await readDownload(download) };
}

test('a pattern names saved files, posts are remembered, and neither is sent', async () => {
  await using product = await openProduct();
  const page = await product.openPage('/');
  const sent: string[] = [];
  page.on('request', (request) =>
    sent.push(decodeURIComponent(request.url()), JSON.stringify(request.headers()), request.postData() ?? ''),
  );
  const settings = findSettings(page);
  await settings.button.click();
  await settings.ownPattern.check();
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
  await downloader.ready.waitFor();
  expect(await page.getByLabel(en['processing.label']).inputValue()).toBe(url);
  // Only the link is sent, as if it had been typed.
  expect(sent.some((part) => part.includes(url))).toBe(true);
  expect(sent.filter((part) => part.includes(savedAt) || part.includes('saved-posts'))).toEqual([]);
});

test('the server names large files and the files of a ZIP by the pattern', async () => {
  await using product = await openProduct();
  const page = await product.openPage('/');
  const settings = findSettings(page);
  await settings.button.click();
  await settings.ownPattern.check();
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
  const zip = await captureDownload(page, page.getByRole('button', { name: /^Download 5/ }));
  // A ZIP stores file names uncompressed.
  for (const index of ['01', '05']) expect(zip.bytes.includes(` 動画 ${index}.mp4`)).toBe(true);
});

test('a WebP is saved as JPG, and the audio of a video as M4A', async () => {
  await using product = await openProduct();
  const page = await product.openPage('/');
  const formats = page.getByText('Other formats', { exact: false });
  const downloader = await open(page, scenes.photo.link);
  await downloader.verify();
  await formats.click();
  const photo = await captureDownload(page, page.getByRole('link', { name: 'JPG Image 1' }));
  expect(photo.name).toMatch(/^threads-image-1-\d{13}\.jpg$/);
  expect(photo.bytes.toString('latin1', 0, 3)).toBe('\xff\xd8\xff');

  await page.getByRole('button', { name: 'Download Another' }).click();
  // The sum stays solved during the visit.
  await open(page, scenes.video.link);
  await formats.click();
  const audio = await captureDownload(page, page.getByRole('link', { name: 'Audio only (M4A) Video 1' }));
  expect(audio.name).toMatch(/^threads-video-1-\d{13}\.m4a$/);
  expect(audio.bytes.toString('latin1', 0, 12)).toContain('ftypM4A');
});
