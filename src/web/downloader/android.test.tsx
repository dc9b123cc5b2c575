import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { buildExtractResponse, buildPhoto, postUrl } from './fixtures/build-response.ts';
import { emulatePhone } from './fixtures/emulate-phone.ts';
import { renderDownloader } from './fixtures/render-downloader.tsx';

test('an Android phone shares the file and does not mention Photos', async () => {
  const shared = await emulatePhone('Android', ['done']);
  const downloader = await renderDownloader([{ body: buildExtractResponse([buildPhoto()]) }]);
  await downloader.extract(postUrl);
  await expect.element(downloader.found).toBeVisible();
  await downloader.verify();
  await page.getByRole('button', { name: 'Prepare to share Image 1 WEBP' }).click();
  await page.getByRole('button', { name: 'Share file Image 1 WEBP' }).click();
  await expect.element(downloader.media.getByText('Done')).toBeVisible();
  await expect.element(page.getByText('Photos')).not.toBeInTheDocument();
  expect(await shared()).toHaveLength(1);
});
