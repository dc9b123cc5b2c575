import type { Locator, Page } from 'playwright';
import { expect, test } from 'vitest';
import { scenes } from '#test/fakes/threads/scenes.ts';
import { downloaderOn } from '#test/support/downloader-page.ts';
import { findFfmpeg } from '#test/support/find-ffmpeg.ts';
import { openProduct } from '#test/support/open-product.ts';
import { readDownload } from '#test/support/connect-browser.ts';

const ffmpeg = findFfmpeg();
const environment = ffmpeg ? { FFMPEG_PATH: ffmpeg } : {};
const phone = { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true };

/** What the stand-in for a phone's own menu was given. */
interface Shared {
  keys: string[];
  name: string;
  type: string;
  sha256: string;
}
type Ending = 'done' | 'AbortError' | 'NotAllowedError' | 'DataError';

/** A menu of a phone in this page: each call ends as the next of `endings` says. `null`: files can't be handed over. */
async function standInMenu(
  page: Page,
  endings: Ending[] | null,
  kind: 'iPhone' | 'home screen' | 'Android' = 'iPhone',
): Promise<void> {
  await page.evaluate(
    ([ends, phoneKind]) => {
      const shared: unknown[] = [];
      const share = async (data: ShareData) => {
        const [file] = data.files ?? [];
        const digest = file && (await crypto.subtle.digest('SHA-256', await file.arrayBuffer()));
        const sha256 = [...new Uint8Array(digest ?? [])].map((byte) => byte.toString(16).padStart(2, '0'));
        shared.push({ keys: Object.keys(data), name: file?.name, type: file?.type, sha256: sha256.join('') });
        const end = ends?.shift();
        if (end !== 'done') throw new DOMException('the stand-in', end);
      };
      Object.assign(window, { shared });
      Object.assign(navigator, { canShare: () => ends !== null, share });
      if (phoneKind !== 'Android') Object.assign(navigator, { standalone: phoneKind === 'home screen' });
    },
    [endings, kind] as const,
  );
}

const sharedOn = (page: Page) => page.evaluate<Shared[]>('window.shared');

async function open(page: Page, link: string) {
  const downloader = downloaderOn(page);
  await downloader.extract(link);
  await downloader.found.waitFor();
  return downloader;
}

function digestOf(scene: 'photo' | 'video'): string | null | undefined {
  const { expected } = scenes[scene];
  return 'items' in expected ? expected.items[0]?.sha256 : null;
}

test('a picture goes to the photos of a phone in two taps, and a tap that was too late can be made again', async () => {
  await using product = await openProduct(environment);
  const page = await product.visit('/', phone);
  await standInMenu(page, ['NotAllowedError', 'AbortError', 'done']);
  const downloader = await open(page, scenes.photo.link);
  const prepare = page.getByRole('button', { name: 'Prepare for Photos Image 1 WEBP' });
  expect(await prepare.count()).toBe(0);
  await downloader.verify();

  await prepare.tap();
  const toPhotos = page.getByRole('button', { name: 'Save to Photos Image 1 WEBP' });
  await toPhotos.waitFor();
  await page.getByText('Ready. Tap once more, then choose where the file goes.').waitFor();
  expect(await sharedOn(page)).toEqual([]);
  await toPhotos.tap();
  await page.getByText('Your phone needs another tap. The file is still here: tap again.').waitFor();
  await toPhotos.tap();
  await expect.poll(async () => (await sharedOn(page)).length).toBe(2);
  expect(await page.getByRole('alert').filter({ hasText: /./ }).count()).toBe(0);
  await toPhotos.tap();
  await page.getByText('Handed to your phone').waitFor();
  expect((await sharedOn(page)).at(-1)).toEqual({
    keys: ['files'],
    name: expect.stringMatching(/^threads-image-1-\d{13}\.webp$/),
    type: 'image/webp',
    sha256: digestOf('photo'),
  });
  expect(await downloader.downloads.count()).toBe(1);
});

test('on the home screen of an iPhone files are always handed over, and where that can not be, it says what to do', async () => {
  await using product = await openProduct(environment);
  const page = await product.visit('/', phone);
  await standInMenu(page, ['done', 'DataError', 'done'], 'home screen');
  const downloader = await open(page, scenes.video.link);
  await downloader.verify();
  expect(await page.getByRole('button', { name: /^Prepare/ }).count()).toBe(0);
  const toPhotos = page.getByRole('button', { name: 'Save to Photos Video 1 MP4' });
  await downloader.downloads.first().tap();
  await toPhotos.tap();
  await page.getByText('Handed to your phone').waitFor();
  expect((await sharedOn(page))[0]).toMatchObject({
    keys: ['files'],
    type: 'video/mp4',
    sha256: digestOf('video'),
  });
  await downloader.downloads.first().tap();
  await toPhotos.tap();
  await page.getByRole('alert').getByText('Your phone did not take this file.').waitFor();
  await page.getByRole('button', { name: 'Download Another' }).tap();
  await page.getByRole('button', { name: 'Settings' }).tap();
  await page.getByRole('button', { name: 'Export settings' }).tap();
  await expect.poll(async () => (await sharedOn(page)).at(-1)?.name).toBe('unspool-settings.json');

  const album = await product.visit('/', phone);
  await standInMenu(album, [], 'home screen');
  await open(album, scenes.carouselVideos.link);
  await album.getByText('Opened from the home screen, this page cannot save a ZIP.').waitFor();
  expect(await album.getByRole('form', { name: 'All files as one ZIP' }).count()).toBe(0);
  expect(await album.getByRole('checkbox').count()).toBe(0);

  const other = await product.visit('/', phone);
  await standInMenu(other, null, 'home screen');
  const second = await open(other, scenes.photo.link);
  await second.verify();
  await second.downloads.first().tap();
  await other.getByRole('alert').getByText('Open it in Safari and download there.').waitFor();
});

test('only an iPhone is promised its photos: another phone shares the file', async () => {
  await using product = await openProduct(environment);
  const page = await product.visit('/', phone);
  await standInMenu(page, ['done'], 'Android');
  const downloader = await open(page, scenes.photo.link);
  await downloader.verify();
  await page.getByRole('button', { name: 'Prepare to share Image 1 WEBP' }).tap();
  await page.getByRole('button', { name: 'Share the file Image 1 WEBP' }).tap();
  await page.getByText('Handed to your phone').waitFor();
  expect(await page.getByText('Photos').count()).toBe(0);
});

test('a file over 200 MB is not handed to a phone: the page says so, holds none of it, and the browser downloads it', async () => {
  await using product = await openProduct(environment);
  const said =
    'This file is over 200 MB, too large to hand to your phone from a page. Download it in your browser instead.';
  const told = await product.visit('/', phone);
  await standInMenu(told, ['done']);
  await (await open(told, scenes.huge.link)).verify();
  await told.getByText(said).waitFor();
  expect(await told.getByRole('button', { name: /^Prepare/ }).count()).toBe(0);

  // Where its size could not be asked for, it is known with the first tap.
  const page = await product.visit('/', phone);
  await page.route('**/media/**', (route) =>
    route.request().method() === 'HEAD' ? route.fulfill({ status: 503 }) : route.continue(),
  );
  await standInMenu(page, ['done']);
  const downloader = await open(page, scenes.huge.link);
  await downloader.verify();
  await page.getByRole('button', { name: 'Prepare for Photos Video 1 MP4' }).tap();
  await page.getByRole('alert').getByText(said).waitFor();
  expect(await page.getByRole('button', { name: /^Save to Photos/ }).count()).toBe(0);
  await expect.poll(() => product.threads.openMediaResponses()).toBe(0);
  const [download] = await Promise.all([page.waitForEvent('download'), downloader.downloads.first().tap()]);
  expect(download.suggestedFilename()).toMatch(/^threads-video-1-\d{13}\.mp4$/);
  await download.cancel();
  expect(await page.getByRole('alert').getByText(said).count()).toBe(0);
  expect(await sharedOn(page)).toEqual([]);

  const home = await product.visit('/', phone);
  await standInMenu(home, ['done'], 'home screen');
  const other = await open(home, scenes.huge.link);
  await other.verify();
  await other.downloads.first().tap();
  await home.getByRole('alert').getByText(said).waitFor();
  expect(await sharedOn(home)).toEqual([]);
});

test('the full picture stands in the page for a long press, and a mouse is not told of photos', async () => {
  await using product = await openProduct(environment);
  const page = await product.visit('/', phone);
  await open(page, scenes.photo.link);
  await page.getByRole('button', { name: 'Show Image 1' }).tap();
  const picture = page.getByRole('img', { name: 'A pale sun above layered blue hills' });
  await expect
    .poll(() => picture.evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0)))
    .toBe(1080);
  await page.getByText('Press and hold the picture to save it.').waitFor();
  expect(await picture.evaluate((image) => image.closest('button, a'))).toBeNull();

  const desk = await product.visit('/');
  await standInMenu(desk, ['done']);
  const downloader = await open(desk, scenes.photo.link);
  await downloader.verify();
  expect(await desk.getByRole('button', { name: /^Prepare/ }).count()).toBe(0);
});

async function saved(page: Page, link: Locator): Promise<{ name: string; start: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  const bytes = await readDownload(download);
  return { name: download.suggestedFilename(), start: bytes.toString('latin1', 0, 12) };
}

test('a WebP is saved as a JPG from a quiet menu, and a video as its sound where ffmpeg is', async () => {
  await using product = await openProduct(environment);
  const page = await product.visit('/');
  const menu = page.getByText('Other formats', { exact: false });
  const downloader = await open(page, scenes.photo.link);
  expect(await menu.count()).toBe(0);
  await downloader.verify();
  const jpg = page.getByRole('link', { name: 'JPG Image 1' });
  expect(await jpg.isVisible()).toBe(false);
  await menu.click();
  const picture = await saved(page, jpg);
  expect(picture.name).toMatch(/^threads-image-1-\d{13}\.jpg$/);
  expect(picture.start).toMatch(/^\xff\xd8\xff/);
  await page.getByText('Saved', { exact: true }).waitFor();

  await page.getByRole('button', { name: 'Download Another' }).click();
  const video = await open(page, scenes.video.link);
  await video.verify();
  if (!ffmpeg) return expect(await menu.count()).toBe(0);
  await menu.click();
  const sound = await saved(page, page.getByRole('link', { name: 'Sound only (M4A) Video 1' }));
  expect(sound.name).toMatch(/^threads-video-1-\d{13}\.m4a$/);
  expect(sound.start).toContain('ftypM4A');
});

test('text, description and link are copied or shown selected, and the text is a file; without scripts too', async () => {
  await using product = await openProduct(environment);
  const page = await product.visit('/', { permissions: ['clipboard-read', 'clipboard-write'] });
  await open(page, scenes.photo.link);
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.getByRole('status').filter({ hasText: 'Copied' }).waitFor();
  expect(await clipboard()).toBe('https://www.threads.com/@mira.demo/post/DemoPhoto01');
  await page.getByRole('button', { name: 'Copy description Image 1' }).click();
  await expect.poll(clipboard).toBe('A pale sun above layered blue hills');
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('no leave', 'NotAllowedError'));
  });
  await page.getByRole('button', { name: 'Copy text' }).click();
  await page.getByLabel(/^Your browser does not allow copying here/).waitFor();
  expect(await page.evaluate(() => getSelection()?.toString())).toMatch(/^First light over hills/);

  const plain = await product.visit('/', { javaScriptEnabled: false });
  const downloader = await open(plain, scenes.photo.link);
  expect(await plain.getByRole('button', { name: /^Copy/ }).count()).toBe(0);
  const [file] = await Promise.all([
    plain.waitForEvent('download'),
    plain.getByRole('link', { name: 'Text as a file' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('threads-mira.demo-DemoPhoto01.txt');
  const text = await readDownload(file).then(String);
  expect(text).toMatch(
    /^First light over hills that do not exist\. 🌄\nDrawn by .*\n\nMira Demo \(@mira\.demo\)\n/,
  );
  await downloader.verify();
  await plain.getByText('Other formats').click();
  const png = await saved(plain, plain.getByRole('link', { name: 'PNG Image 1' }));
  expect(png).toEqual({ name: expect.stringMatching(/\.png$/), start: expect.stringContaining('PNG') });
});
