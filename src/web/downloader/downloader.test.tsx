import { expect, test, vi } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import {
  buildCarousel,
  buildExtractResponse,
  buildPhoto,
  buildPost,
  postUrl,
} from './fixtures/build-response.ts';
import { listExtractions, recordSavedFiles, renderDownloader } from './fixtures/render-downloader.tsx';

test('a link is extracted, the sum unlocks the download, and the file has its default name', async () => {
  const files = recordSavedFiles();
  const downloader = await renderDownloader([{ body: buildExtractResponse() }]);
  await downloader.extract(postUrl);
  await expect
    .element(downloader.toast('Media found!'))
    .toMatchTextContent('Found 1 media item(s) - complete verification to download');
  await expect.element(downloader.found).toHaveFocus();
  await expect.element(page.getByLabelText('Processing URL')).toHaveValue(postUrl);
  expect(await listExtractions()).toEqual([{ url: postUrl }]);
  await expectAccessible();

  await downloader.verify();
  await expect.element(downloader.done).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Download Video 1 MP4 · 4 kB' })).toHaveFocus();
  await expect.element(downloader.ready).toBeVisible();
  await expect.element(downloader.found).not.toBeInTheDocument();
  await downloader.downloads.click();
  await expect
    .element(downloader.toast('Download complete!'))
    .toMatchTextContent('Video 1 - MP4 saved to your downloads');
  await expect.element(downloader.card('Video 1').getByText('Saved', { exact: true })).toBeVisible();
  expect(files).toHaveLength(1);
  expect(files[0]?.name).toMatch(/^threads-video-1-\d{13}\.mp4$/);
  expect(await files[0]?.text).toBe('the file');

  await downloader.downloads.click();
  await expect.poll(() => files.length).toBe(2);

  await downloader.downloadAnother();
  await expect.element(downloader.field).toHaveFocus();
  await expect.element(downloader.field).toHaveValue('');
  await expect.element(downloader.ready).not.toBeInTheDocument();
});

test('a locked download shows a notice and focuses the sum', async () => {
  const files = recordSavedFiles();
  const downloader = await renderDownloader([{ body: buildExtractResponse() }]);
  await downloader.extract(postUrl);
  await expect.element(downloader.locked).toHaveAttribute('aria-disabled', 'true');
  await downloader.locked.click({ force: true });
  await expect
    .element(downloader.toast('Verification required'))
    .toMatchTextContent('Please complete the security verification first');
  await expect.element(downloader.answer).toHaveFocus();
  await expect.element(downloader.downloads).not.toBeInTheDocument();
  expect(files).toEqual([]);

  await downloader.verify();
  await expect.element(downloader.toast('Verification required')).not.toBeInTheDocument();
});

test('a notice never covers the sum and returns the focus when it is closed', async () => {
  await page.viewport(320, 640);
  const downloader = await renderDownloader([{ body: buildCarousel(2) }]);
  await downloader.extract(postUrl);
  const locked = downloader.locked.first();
  const pressLocked = async () => {
    locked.element().focus();
    await userEvent.keyboard('{Enter}');
  };
  const notice = downloader.toast('Verification required');
  await expect.element(locked).toBeVisible();
  await pressLocked();
  await expect.element(notice).toBeVisible();
  await expect.element(downloader.answer).toHaveFocus();
  const field = downloader.answer.element().getBoundingClientRect();
  expect(field.bottom).toBeLessThanOrEqual(640);
  expect(field.top).toBeGreaterThanOrEqual(notice.element().getBoundingClientRect().bottom);

  await userEvent.keyboard('{F8}{Tab}{Escape}');
  await expect.element(notice).not.toBeInTheDocument();
  await expect.element(downloader.answer).toHaveFocus();

  await pressLocked();
  await notice.getByRole('button', { name: 'Close' }).click();
  await expect.element(notice).not.toBeInTheDocument();
  await expect.element(downloader.answer).toHaveFocus();
});

test('the form is busy and disabled during an extraction', async () => {
  const downloader = await renderDownloader([{ body: buildExtractResponse(), isPending: true }]);
  await downloader.extract(postUrl);
  const busy = page.getByRole('button', { name: 'Extracting Media...' });
  await expect.element(busy).toHaveFocus();
  await expect.element(busy).toHaveAttribute('aria-disabled', 'true');
  await expect.element(downloader.field).toBeDisabled();
  await expect
    .element(page.getByRole('status').filter({ hasText: 'Looking for media in this post…' }))
    .toBeInTheDocument();
  await userEvent.keyboard('{Enter}');
  await commands.releaseResponses();
  await expect.element(downloader.found).toBeVisible();
  expect(await listExtractions()).toHaveLength(1);
});

test.each(['Escape', 'Cancel'])('%s stops a running extraction and focuses the link', async (trigger) => {
  const downloader = await renderDownloader([{ body: buildExtractResponse(), isPending: true }]);
  await downloader.extract(postUrl);
  const cancel = page.getByRole('button', { name: 'Cancel' });
  await expect.element(cancel).toBeVisible();
  if (trigger === 'Escape') await userEvent.keyboard('{Escape}');
  else await cancel.click();
  await expect.element(cancel).not.toBeInTheDocument();
  await expect.element(downloader.field).toHaveFocus();
  await expect.element(downloader.field).toHaveValue(postUrl);
  await commands.releaseResponses();
  await expect.element(page.getByRole('button', { name: 'Get Media Now - Free' })).toBeVisible();
  await expect.element(downloader.found).not.toBeInTheDocument();
});

test('long unbroken names do not overflow a narrow page', async () => {
  await page.viewport(320, 640);
  const name = 'n'.repeat(120);
  const photo = buildPhoto({ alt: name, source: { kind: 'quoted', username: name } });
  const post = buildPost({ author: { username: name, name }, text: name });
  const downloader = await renderDownloader([{ body: buildExtractResponse([photo], { post }) }]);
  await downloader.extract(`https://www.threads.com/@${name}/post/DAbcdefgh01`);
  await expect.element(downloader.found).toBeVisible();
  expect(document.documentElement.scrollWidth).toBe(320);
});

test('the notice for a found post shows the count in German', async () => {
  await renderDownloader([{ body: buildCarousel(2) }], { locale: 'de' });
  const field = page.getByRole('textbox');
  await field.fill(postUrl);
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('listitem').filter({ hasText: 'Gefundene Medien: 2' })).toBeVisible();
});

test('the form shows a notice while the browser is offline', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  await renderDownloader();
  const notice = page.getByRole('status').filter({ hasText: 'You’re offline.' });
  await expect.element(notice).not.toBeInTheDocument();
  onLine.mockReturnValue(false);
  window.dispatchEvent(new Event('offline'));
  await expect.element(notice).toBeVisible();
  onLine.mockReturnValue(true);
  window.dispatchEvent(new Event('online'));
  await expect.element(notice).not.toBeInTheDocument();
});
