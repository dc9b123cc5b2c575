import { expect, test } from 'vitest';
import { commands, page } from 'vitest/browser';
import type { Quality } from '#extraction/contract.ts';
import type { StubResponse } from '#test/support/components/network.ts';
import { inPageDownloadLimitBytes, shareLimitBytes } from '../contract.ts';
import { buildExtractResponse, buildPhoto, postUrl } from './fixtures/build-response.ts';
import { emulatePhone } from './fixtures/emulate-phone.ts';
import { mediaRegion, recordSavedFiles, renderDownloader } from './fixtures/render-downloader.tsx';

const tooLarge =
  'This file is over 200 MB, too large for the share menu. Download it in your browser instead.';
const photo: StubResponse = { headers: { 'content-type': 'image/webp' }, body: 'the photo' };

async function openPost(quality: Quality = buildPhoto(), response: StubResponse = photo) {
  const downloader = await renderDownloader([{ body: buildExtractResponse([quality]) }]);
  await commands.stubResponses(`GET ${quality.url}`, [response]);
  await downloader.extract(postUrl);
  await expect.element(downloader.found).toBeVisible();
  return downloader;
}

const prepare = page.getByRole('button', { name: 'Prepare for Photos Image 1 WEBP' });
const toPhotos = page.getByRole('button', { name: 'Save to Photos Image 1 WEBP' });

test('an image is saved to Photos in two taps, and a tap that came too late can be repeated', async () => {
  const shared = await emulatePhone('iPhone', ['NotAllowedError', 'AbortError', 'done']);
  const downloader = await openPost();
  await expect.element(prepare).not.toBeInTheDocument();
  await downloader.verify();

  await prepare.click();
  await expect.element(toPhotos).toBeVisible();
  await expect
    .element(
      mediaRegion.getByText('The file is ready. Tap again, then choose where to save or send the file.'),
    )
    .toBeVisible();
  expect(await shared()).toEqual([]);
  await toPhotos.click();
  await expect
    .element(mediaRegion.getByText('The share menu didn’t open. The file is still ready, so tap again.'))
    .toBeVisible();
  await toPhotos.click();
  await expect.poll(async () => (await shared()).length).toBe(2);
  await expect.element(page.getByRole('alert').filter({ hasText: /./ })).not.toBeInTheDocument();
  await toPhotos.click();
  await expect.element(mediaRegion.getByText('Done')).toBeVisible();
  expect((await shared()).at(-1)).toEqual({
    keys: ['files'],
    name: expect.stringMatching(/^threads-image-1-\d{13}\.webp$/),
    type: 'image/webp',
    text: 'the photo',
  });
  await expect.element(downloader.downloads).toHaveLength(1);
});

test('a file over 200 MB cannot be shared, and the page says why', async () => {
  await emulatePhone('iPhone', ['done']);
  const downloader = await openPost(buildPhoto({ bytes: shareLimitBytes + 1 }));
  await expect.element(page.getByText(tooLarge, { exact: true })).not.toBeInTheDocument();
  await downloader.verify();
  await expect.element(page.getByText(tooLarge, { exact: true })).toBeVisible();
  await expect.element(prepare).not.toBeInTheDocument();
});

test('a file found too large on the first tap is not shared, and the browser can download it', async () => {
  const shared = await emulatePhone('iPhone', ['done']);
  const files = recordSavedFiles();
  const quality = buildPhoto({ bytes: null });
  const size = String(inPageDownloadLimitBytes + 1);
  const downloader = await openPost(quality, {
    ...photo,
    headers: { 'content-type': 'image/webp', 'content-length': size },
  });
  await commands.stubResponses(`HEAD ${quality.url}`, [{ status: 503 }]);
  await downloader.verify();
  await prepare.click();
  const reason = page.getByRole('alert').filter({ hasText: tooLarge });
  await expect.element(reason).toBeVisible();
  await expect.element(toPhotos).not.toBeInTheDocument();
  await downloader.downloads.click();
  await expect.element(reason).not.toBeInTheDocument();
  expect(await shared()).toEqual([]);
  await expect.poll(() => files).toEqual([{ name: '', path: quality.url, text: null }]);
});

test('the full image is not inside a link or button, so a long press can save it', async () => {
  await emulatePhone('iPhone', ['done']);
  const downloader = await openPost(buildPhoto({ alt: 'A pale sun' }));
  const show = page.getByRole('button', { name: 'Show Image 1' });
  const hint = page.getByText('Press and hold the image to save it.', { exact: true });
  await show.click();
  await expect.element(page.getByRole('dialog')).toBeVisible();
  expect(hint.elements()).toEqual([]);
  await page.getByRole('button', { name: 'Close Image 1' }).click();
  await downloader.verify();
  await show.click();
  await expect.element(hint).toBeVisible();
  const image = page.getByRole('img', { name: 'A pale sun' }).first().element();
  expect(image.closest('button, a')).toBeNull();
});
