import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { buildAnswer, buildPhoto, postUrl } from './fixtures/build-answer.ts';
import { emulatePhone } from './fixtures/emulate-phone.ts';
import { renderDownloader } from './fixtures/render-downloader.tsx';

test('only an iPhone is promised its photos: another phone shares the file', async () => {
  const shared = await emulatePhone('Android', ['done']);
  const downloader = await renderDownloader([{ body: buildAnswer([buildPhoto()]) }]);
  await downloader.extract(postUrl);
  await expect.element(downloader.found).toBeVisible();
  await downloader.verify();
  await page.getByRole('button', { name: 'Prepare to share Image 1 WEBP' }).click();
  await page.getByRole('button', { name: 'Share the file Image 1 WEBP' }).click();
  await expect.element(page.getByText('Handed to your phone', { exact: true })).toBeVisible();
  await expect.element(page.getByText('Photos')).not.toBeInTheDocument();
  expect(await shared()).toHaveLength(1);
});
