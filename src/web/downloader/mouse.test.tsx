import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { buildExtractResponse, buildPhoto, postUrl } from './fixtures/build-response.ts';
import { renderDownloader } from './fixtures/render-downloader.tsx';

test('a device with a mouse has no share button, even if the browser can share', async () => {
  Object.defineProperty(navigator, 'canShare', { configurable: true, value: () => true });
  const downloader = await renderDownloader([{ body: buildExtractResponse([buildPhoto()]) }]);
  await downloader.extract(postUrl);
  await expect.element(downloader.found).toBeVisible();
  await downloader.verify();
  await expect.element(downloader.downloads).toBeVisible();
  await expect.element(page.getByRole('button', { name: /^Prepare/ })).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Show Image 1' }).click();
  await expect.element(page.getByText('Press and hold the image to save it.')).not.toBeVisible();
});
