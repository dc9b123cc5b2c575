import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { scenes } from '#test/fakes/threads/scenes.ts';
import { expectAccessible } from '#test/support/accessibility.ts';
import { downloaderOn, type Words, words } from '#test/support/downloader-page.ts';
import { openProduct } from '#test/support/open-product.ts';
import { readDownload } from '#test/support/connect-browser.ts';

const { en, th } = words;

function settingsOn(page: Page, texts: Words = en) {
  const dialog = page.getByRole('dialog');
  return {
    dialog,
    button: page.getByRole('button', { name: texts['form.settings'], exact: true }),
    pattern: dialog.getByLabel(texts['settings.names.pattern']),
    keep: dialog.getByLabel(texts['settings.posts.keep']),
    posts: dialog.getByRole('listitem'),
    press: (name: keyof Words) => dialog.getByRole('button', { name: texts[name], exact: true }).click(),
    async open() {
      await this.button.click();
      await dialog.waitFor();
    },
    async close() {
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    },
    async importFile(content: string) {
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'a.json', mimeType: 'application/json', buffer: Buffer.from(content) });
    },
  };
}

async function exported(page: Page, press: () => Promise<void>): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  return readDownload(download).then(String);
}

/** All that a page sends from now on: addresses with their queries, headers and bodies. */
function listenTo(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) =>
    sent.push(decodeURIComponent(request.url()), JSON.stringify(request.headers()), request.postData() ?? ''),
  );
  return sent;
}

test('a pattern shows what it makes, holds at once and names what is saved from then on', async () => {
  await using product = await openProduct();
  const page = await product.visit('/');
  const sent = listenTo(page);
  const settings = settingsOn(page);
  await settings.button.focus();
  await page.keyboard.press('Enter');
  await settings.dialog.getByText(/^Example: threads-video-1-\d{13}\.mp4$/).waitFor();
  await settings.pattern.fill('วันหยุด ');
  await settings.press('settings.names.index');
  await settings.dialog.getByText('Example: วันหยุด 01.mp4', { exact: true }).waitFor();
  expect(await settings.pattern.inputValue()).toBe('วันหยุด {index}');

  await page.keyboard.type('/{nobody');
  const field = settings.dialog.getByRole('textbox');
  expect(await field.getAttribute('aria-invalid')).toBe('true');
  await settings.dialog.getByText('A file name can’t contain “/”.').waitFor();
  await settings.dialog.getByText('Until it is right, this pattern stays: วันหยุด {index}').waitFor();
  await settings.close();
  await expect.poll(() => settings.button.evaluate((button) => button === document.activeElement)).toBe(true);

  const downloader = downloaderOn(page);
  await downloader.extract(scenes.carouselVideos.link);
  await downloader.found.waitFor();
  await downloader.verify();
  expect((await downloader.save(downloader.downloads.nth(1))).name).toBe('วันหยุด 02.mp4');
  await page.reload();
  await settings.open();
  expect(await settings.pattern.inputValue()).toBe('วันหยุด {index}');
  await settings.press('settings.names.usual');
  await settings.dialog.getByText(/^Example: threads-video-1-/).waitFor();
  expect(sent.filter((part) => part.includes('วันหยุด'))).toEqual([]);
});

test('a file that the browser itself saves has its name from the server', async () => {
  await using product = await openProduct();
  const page = await product.visit('/');
  const settings = settingsOn(page);
  await settings.open();
  await settings.pattern.fill('{user} 動画 {index}');
  await settings.close();
  await page.route('**/extract-threads-media', async (route) => {
    const answer = await route.fetch();
    const body: { qualities: { bytes: number }[] } = await answer.json();
    for (const quality of body.qualities) quality.bytes = 300 * 1024 * 1024;
    await route.fulfill({ response: answer, json: body });
  });
  const downloader = downloaderOn(page);
  await downloader.extract(scenes.carouselVideos.link);
  await downloader.found.waitFor();
  await downloader.verify();
  const saved = await downloader.save(downloader.downloads.nth(4));
  expect(saved.name).toMatch(/^[\w.]+ 動画 05\.mp4$/);
  await page.getByText(en['download.browser']).waitFor();
  const [zip] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('form', { name: en['zip.label'] }).locator('button[type=submit]').click(),
  ]);
  // Names stand in a ZIP as they are.
  const bytes = await readDownload(zip);
  for (const index of ['01', '05']) expect(bytes.includes(` 動画 ${index}.mp4`)).toBe(true);
});

test('posts are remembered once that is switched on, open again with a tap, and leave the device only as a file', async () => {
  await using product = await openProduct();
  const page = await product.visit('/');
  const sent = listenTo(page);
  const settings = settingsOn(page);
  const downloader = downloaderOn(page);
  const save = async () => {
    await downloader.found.waitFor();
    await downloader.verify();
    await downloader.save(downloader.downloads.first());
    await downloader.ready.waitFor();
  };
  await downloader.extract(scenes.photo.link);
  await save();
  await settings.open();
  expect(await settings.posts.count()).toBe(0);
  await settings.keep.check();
  await settings.dialog.getByText(en['settings.posts.none']).waitFor();
  await settings.close();
  await downloader.save(downloader.downloads.first());
  await settings.open();
  expect(await settings.posts.count()).toBe(1);
  const kept = await exported(page, () => settings.press('settings.posts.export'));
  const list = JSON.parse(kept);
  expect(list).toMatchObject({
    unspool: 1,
    posts: [{ username: expect.any(String), url: expect.any(String) }],
  });
  const [{ url, username, savedAt }] = list.posts;

  sent.length = 0;
  await settings.posts.first().getByRole('button').click();
  await settings.dialog.waitFor({ state: 'detached' });
  await downloader.found.waitFor();
  expect(await page.getByLabel(en['processing.label']).inputValue()).toBe(url);
  // The link itself is asked for, as if it had been typed; no more of the list is.
  expect(sent.some((part) => part.includes(url))).toBe(true);
  expect(sent.filter((part) => part.includes(savedAt) || part.includes('saved-posts'))).toEqual([]);

  await settings.open();
  await settings.press('settings.posts.wipe');
  await settings.dialog.getByText(en['settings.posts.wiped']).waitFor();
  expect(await settings.posts.count()).toBe(0);
  expect(await settings.keep.evaluate((box) => box === document.activeElement)).toBe(true);
  await settings.importFile(kept);
  await settings.dialog.getByText(en['settings.file.imported']).waitFor();
  expect(await settings.posts.getByText(`@${username}`, { exact: true }).count()).toBe(1);
  await settings.keep.uncheck();
  expect(await settings.posts.count()).toBe(0);
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('unspool.'))),
  ).toEqual([]);
});

test('settings go out into a file and come in again; a file of another kind changes nothing and says why', async () => {
  await using product = await openProduct();
  const page = await product.visit('/');
  const settings = settingsOn(page);
  await settings.open();
  await settings.pattern.fill('{user}_{text}');
  const file = await exported(page, () => settings.press('settings.file.export'));
  expect(JSON.parse(file)).toEqual({ unspool: 1, settings: { template: '{user}_{text}', history: false } });
  await settings.press('settings.names.usual');
  const refused: [string, string][] = [
    ['<html>', en['settings.file.not_ours']],
    [file.replace('1', '9'), en['settings.file.version']],
    [file.replace('}_{', '}/{'), '“settings.template” in this file isn’t valid. Nothing has changed.'],
    [' '.repeat(600_000), en['settings.file.too_large']],
  ];
  for (const [content, sentence] of refused) {
    await settings.importFile(content);
    await settings.dialog.getByText(sentence, { exact: true }).waitFor();
    expect(await settings.pattern.inputValue()).toBe('');
  }
  await settings.importFile(file);
  await settings.dialog.getByText(en['settings.file.imported']).waitFor();
  expect(await settings.pattern.inputValue()).toBe('{user}_{text}');
});

test('where the browser keeps nothing the page says so, and goes on', async () => {
  await using product = await openProduct();
  for (const [fault, sentence] of [
    ['SecurityError', en['settings.storage.blocked']],
    ['QuotaExceededError', en['settings.storage.full']],
  ] as const) {
    const page = await product.visit('/about');
    await page.addInitScript((name) => {
      const refuse = () => {
        throw new DOMException('refused', name);
      };
      if (name === 'SecurityError') Object.defineProperty(window, 'localStorage', { get: refuse });
      else Storage.prototype.setItem = refuse;
    }, fault);
    await page.goto(`${product.app.origin}/`);
    const settings = settingsOn(page);
    await settings.open();
    await settings.pattern.fill('{type}');
    await settings.dialog.getByText(sentence).waitFor();
    await settings.close();
    const downloader = downloaderOn(page);
    await downloader.extract(scenes.photoJpg.link);
    await downloader.found.waitFor();
    await downloader.verify();
    expect((await downloader.save(downloader.downloads.first())).name).toBe('image.jpg');
  }
});

test('on a narrow phone in Thai all of it is in reach, and without scripts there is nothing to set', async () => {
  await using product = await openProduct();
  const page = await product.visit('/th', { viewport: { width: 320, height: 640 }, hasTouch: true });
  const settings = settingsOn(page, th);
  await settings.button.tap();
  await settings.keep.check();
  await settings.pattern.fill('{user');
  await settings.dialog.getByText(th['settings.names.kept_usual']).waitFor();
  await expectAccessible(page, 'settings in Thai');
  const sideways = await settings.dialog.evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth);
  expect(sideways).toBeLessThanOrEqual(0);
  await settings.press('settings.done');
  await settings.dialog.waitFor({ state: 'detached' });

  const plain = await product.visit('/', { javaScriptEnabled: false });
  await plain.getByRole('heading', { level: 1 }).waitFor();
  expect(await settingsOn(plain).button.count()).toBe(0);
});
