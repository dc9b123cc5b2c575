import type { Locator, Page } from 'playwright';
import { expect, test } from 'vitest';
import { scenes } from '#test/fakes/threads/scenes.ts';
import { readDownload } from '#test/support/browser-page.ts';
import { downloaderOn, messages } from '#test/support/downloader-page.ts';
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
