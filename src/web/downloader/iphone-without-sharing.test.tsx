import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { buildAnswer, postUrl } from './fixtures/build-answer.ts';
import { emulatePhone } from './fixtures/emulate-phone.ts';
import { renderDownloader } from './fixtures/render-downloader.tsx';

test('on a home screen that shares no files, the page says to open it in Safari', async () => {
  await emulatePhone('home screen', null);
  const downloader = await renderDownloader([{ body: buildAnswer() }]);
  await downloader.extract(postUrl);
  await expect.element(downloader.found).toBeVisible();
  await downloader.verify();
  await downloader.downloads.click();
  await expect
    .element(page.getByRole('alert').getByText(/Open it in Safari and download there\./))
    .toBeVisible();
});
