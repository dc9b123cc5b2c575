import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { buildExtractResponse, postUrl } from './fixtures/build-response.ts';
import { emulatePhone } from './fixtures/emulate-phone.ts';
import { renderDownloader } from './fixtures/render-downloader.tsx';

test('a home screen app that cannot share files says to open the page in Safari', async () => {
  await emulatePhone('home screen', null);
  const downloader = await renderDownloader([{ body: buildExtractResponse() }]);
  await downloader.extract(postUrl);
  await expect.element(downloader.found).toBeVisible();
  await downloader.verify();
  await downloader.downloads.click();
  await expect
    .element(page.getByRole('alert').getByText(/Open the site in Safari and download the files there\./))
    .toBeVisible();
});
