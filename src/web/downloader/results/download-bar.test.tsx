import { expect, test, vi } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import { buildQuality } from '#test/support/build-quality.ts';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import type { StubResponse } from '#test/support/components/network.ts';
import { inPageDownloadLimitBytes } from '../../contract.ts';
import { buildCarousel, buildExtractResponse, buildPhoto } from '../fixtures/build-response.ts';
import {
  extraction,
  listExtractions,
  recordSavedFiles,
  renderFound,
  renderUnlocked,
} from '../fixtures/render-downloader.tsx';

const zip: StubResponse = { headers: { 'content-type': 'application/zip' }, body: 'the zip' };
/** Half of the ZIP, until the rest is released. */
const halfOfZip: StubResponse = {
  headers: { 'content-type': 'application/zip', 'content-length': '8000' },
  chunks: ['a'.repeat(4000), 'b'.repeat(4000)],
  isPending: true,
};

/** A post of several videos after the sum; requests for its ZIP get `responses` in turn. */
async function renderAlbum(responses: StubResponse[] = [zip], count = 5, bytes: number | null = null) {
  const files = recordSavedFiles();
  const qualities = Array.from({ length: count }, (_, index) =>
    buildQuality({ itemId: `item-${index + 1}`, index: index + 1, bytes }),
  );
  const downloader = await renderUnlocked(buildExtractResponse(qualities, { zipUrl: '/media/zip/sealed' }));
  await commands.stubResponses('GET /media/zip/*', responses);
  return { downloader, files };
}

const button = (name: string | RegExp) => page.getByRole('button', { name });
const box = (index: number) => page.getByRole('checkbox', { name: `Select Video ${index}` });
const bar = page.getByRole('progressbar', { name: '5 files' });

async function listZipPaths(): Promise<string[]> {
  const requests = await commands.listRequests();
  return requests.map(({ path }) => path).filter((path) => path.startsWith('/media/zip/'));
}

test('the ZIP has the selected files, and the button says how many and how large', async () => {
  const { downloader, files } = await renderAlbum();
  await expect.element(button('Download 5 · 20 kB')).toBeVisible();
  await button('Select none').click();
  const none = button(/^Download 0/);
  await expect.element(none).toHaveAttribute('aria-disabled', 'true');
  await none.click({ force: true });
  expect(await listZipPaths()).toEqual([]);

  box(4).element().focus();
  await userEvent.keyboard(' ');
  await box(2).click();
  await expect.element(page.getByRole('status').filter({ hasText: '2 of 5 selected' })).toBeInTheDocument();
  await expectAccessible();
  await button('Download 2 · 8 kB').click();
  await expect.poll(() => files.map(({ name }) => name)).toEqual(['threads-maker-DAbcdefgh01.zip']);
  expect(await files[0]?.text).toBe('the zip');
  expect(await listZipPaths()).toEqual(['/media/zip/sealed?items=2%2C4']);
  await expect.element(downloader.ready).toBeVisible();
  await expect
    .element(downloader.toast('Download complete!'))
    .toMatchTextContent('2 files - ZIP saved to your downloads');

  await button('Select all').click();
  await button(/^Download 5/).click();
  await expect.poll(() => files.length).toBe(2);
  expect((await listZipPaths())[1]).toBe('/media/zip/sealed?items=1%2C2%2C3%2C4%2C5');
});

test('the ZIP has only what the filter shows, and the selection buttons change only that', async () => {
  const files = recordSavedFiles();
  const videos = [1, 2, 3].map((index) => buildQuality({ itemId: `item-${index}`, index }));
  const photos = [4, 5].map((index) => buildPhoto({ index }));
  await renderUnlocked(buildExtractResponse([...videos, ...photos], { zipUrl: '/media/zip/sealed' }));
  await commands.stubResponses('GET /media/zip/*', [zip]);
  const filterBy = (name: string) => page.getByRole('button', { name, exact: true }).click();
  await expect.element(button('Download 5 · 20 kB')).toBeVisible();

  await filterBy('Images');
  await button('Download 2 · 8 kB').click();
  await expect.poll(() => files.length).toBe(1);
  expect(await listZipPaths()).toEqual(['/media/zip/sealed?items=4%2C5']);

  await filterBy('Videos');
  await box(2).click();
  await expect.element(button('Download 2 · 8 kB')).toBeVisible();
  await expect.element(page.getByRole('status').filter({ hasText: '2 of 3 selected' })).toBeInTheDocument();
  await button('Select all').click();
  await button('Select none').click();
  await expect.element(button(/^Download 0/)).toHaveAttribute('aria-disabled', 'true');

  await filterBy('All');
  await button('Download 2 · 8 kB').click();
  await expect.poll(() => files.length).toBe(2);
  expect((await listZipPaths())[1]).toBe('/media/zip/sealed?items=4%2C5');
});

test('the ZIP shows its progress and can be cancelled, and the focus stays in the bar', async () => {
  const { files } = await renderAlbum([halfOfZip]);
  button(/^Download 5/)
    .element()
    .focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(bar).toHaveAttribute('aria-valuetext', '50%, 4 kB of 8 kB');
  await expectAccessible();
  await expect.element(button('Cancel 5 files')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(bar).not.toBeInTheDocument();
  await expect.element(button(/^Download 5/)).toHaveFocus();
  await expect.element(page.getByRole('status').filter({ hasText: 'Download canceled' })).toBeInTheDocument();
  expect(files).toEqual([]);
});

test('a ZIP that stops is reported within two seconds, and continues', async () => {
  const { files } = await renderAlbum([halfOfZip]);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await button(/^Download 5/).click();
  await expect.element(bar).toHaveAttribute('aria-valuetext', '50%, 4 kB of 8 kB');
  const stalled = page.getByText('Still connected, waiting for data…');
  await expect.element(stalled).not.toBeInTheDocument();
  vi.advanceTimersByTime(2000);
  await expect.element(stalled).toBeVisible();
  await commands.releaseResponses();
  await expect.poll(() => files.length).toBe(1);
  await expect.element(stalled).not.toBeInTheDocument();
});

test('a ZIP whose connection is lost is tried again and says so', async () => {
  const { files } = await renderAlbum([{ isOffline: true }, halfOfZip]);
  await button(/^Download 5/).click();
  await expect.element(page.getByText('Retry 1.')).toBeVisible();
  await expect.element(bar).toHaveAttribute('aria-valuetext', '50%, 4 kB of 8 kB');
  await commands.releaseResponses();
  await expect.poll(() => files.length).toBe(1);
});

test('an expired ZIP is fetched from its renewed URL', async () => {
  const { files } = await renderAlbum();
  await commands.stubResponses('GET /media/zip/sealed', [{ status: 410, body: { code: 'ticket.expired' } }]);
  await commands.stubResponses(extraction, [{ body: buildCarousel(5, { zipUrl: '/media/zip/renewed' }) }]);
  await box(1).click();
  await button(/^Download 4/).click();
  await expect.poll(() => files.length).toBe(1);
  expect(await listZipPaths()).toEqual([
    '/media/zip/sealed?items=2%2C3%2C4%2C5',
    '/media/zip/renewed?items=2%2C3%2C4%2C5',
  ]);
  expect(await listExtractions()).toHaveLength(2);
});

test('a failed ZIP shows the reason and can be downloaded again', async () => {
  const failed = { status: 502, body: { code: 'media.wrong_type', error: 'Not that file.' } };
  const { downloader, files } = await renderAlbum([failed, zip]);
  await button(/^Download 5/).click();
  await expect.element(page.getByRole('alert').filter({ hasText: 'Not that file.' })).toBeVisible();
  await expect.element(downloader.toast('Download failed')).toBeVisible();
  await button(/^Download 5/).click();
  await expect.poll(() => files.length).toBe(1);
});

test.each([
  ['its known sizes', inPageDownloadLimitBytes, zip, 0],
  [
    'its length',
    null,
    { ...zip, headers: { ...zip.headers, 'content-length': String(inPageDownloadLimitBytes + 1) } },
    1,
  ],
])('a ZIP that is too large by %s is downloaded by the browser itself', async (_, bytes, response, count) => {
  const { files } = await renderAlbum([response], 2, bytes);
  await button(/^Download 2/).click();
  await expect
    .element(
      page
        .getByRole('status')
        .filter({ hasText: 'This file is large, so your browser downloads it directly' }),
    )
    .toBeVisible();
  expect(files).toEqual([{ name: '', path: '/media/zip/sealed?items=1%2C2', text: null }]);
  expect(await listZipPaths()).toHaveLength(count);
});

test('the ZIP is locked until the sum is solved', async () => {
  const downloader = await renderFound(buildCarousel(5));
  await button('Verify First · 20 kB').click({ force: true });
  await expect.element(downloader.toast('Verification required')).toBeVisible();
  await expect.element(downloader.answer).toHaveFocus();
  expect(await listZipPaths()).toEqual([]);
});

test('the ZIP is requested with the stored file name template', async () => {
  await renderAlbum();
  localStorage.setItem('unspool.settings', JSON.stringify({ template: '{user}_{index}', history: false }));
  window.dispatchEvent(new StorageEvent('storage'));
  await button(/^Download 5/).click();
  await expect
    .poll(listZipPaths)
    .toEqual(['/media/zip/sealed?items=1%2C2%2C3%2C4%2C5&name=%7Buser%7D_%7Bindex%7D']);
});

test('a selection over the size limit cannot be downloaded until fewer files are selected', async () => {
  await renderAlbum([zip], 3, 1_500_000_000);
  const all = button(/^Download 3/);
  await expect.element(all).toHaveAttribute('aria-disabled', 'true');
  await expect.element(page.getByText(/^A ZIP can contain up to 200 files and 4 GB\./)).toBeVisible();
  await all.click({ force: true });
  await box(1).click();
  await expect.element(button('Download 2 · 3 GB')).not.toHaveAttribute('aria-disabled');
});

test('only the bar downloads a single item, without a ZIP', async () => {
  const files = recordSavedFiles();
  await renderUnlocked(buildExtractResponse());
  expect(page.getByRole('checkbox').elements()).toEqual([]);
  expect(button(/^Download (?!Another)/).elements()).toHaveLength(1);
  await button('Download Video 1 MP4 · 4 kB').click();
  await expect.poll(() => files[0]?.name).toMatch(/^threads-video-1-\d{13}\.mp4$/);
  expect(await listZipPaths()).toEqual([]);
});

test('a single item that fails says so once, in its card', async () => {
  const downloader = await renderUnlocked(buildExtractResponse());
  await commands.stubResponses('GET /media/*', [
    { status: 502, body: { code: 'media.wrong_type', error: 'Not that file.' } },
  ]);
  await downloader.downloads.click();
  await expect.element(downloader.card('Video 1').getByText('Not that file.')).toBeVisible();
  expect(page.getByText('Not that file.').elements()).toHaveLength(1);
});
