import { expect, test, vi } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import type { Quality } from '#extraction/contract.ts';
import { buildQuality } from '#test/support/build-quality.ts';
import type { StubResponse } from '#test/support/components/network.ts';
import { renderIsland } from '#test/support/components/render-island.tsx';
import { inPageDownloadLimitBytes } from '../../contract.ts';
import { buildCarousel, buildExtractResponse, postUrl } from '../fixtures/build-response.ts';
import { recordSavedFiles, renderDownloader } from '../fixtures/render-downloader.tsx';
import { DownloadProgressBar } from '../results/download-status.tsx';
import type { RunningProgress } from './download-progress.ts';

/** A verified post with one file; requests for the file get `responses` in turn. */
async function renderOpened(responses: StubResponse[], quality: Quality = buildQuality()) {
  const downloader = await renderDownloader([{ body: buildExtractResponse([quality]) }]);
  await commands.stubResponses(`GET ${quality.url}`, responses);
  await downloader.extract(postUrl);
  await expect.element(downloader.found).toBeVisible();
  await downloader.verify();
  await expect.element(downloader.downloads).toBeVisible();
  return downloader;
}

const file: StubResponse = { headers: { 'content-type': 'video/mp4' }, body: 'the file' };
const pending: StubResponse = { ...file, isPending: true };

test('a running download is announced, can be cancelled, and returns the focus to its button', async () => {
  const files = recordSavedFiles();
  const downloader = await renderOpened([pending], buildQuality({ bytes: 2_000_000 }));
  downloader.downloads.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect
    .element(downloader.toast('Download starting...'))
    .toMatchTextContent('Preparing Video 1 - MP4');
  const bar = page.getByRole('progressbar', { name: 'Video 1 MP4' });
  await expect.element(bar).toHaveAttribute('aria-valuetext', '0%, 1 kB of 2 MB');
  const cancel = page.getByRole('button', { name: 'Cancel Video 1 MP4' });
  await expect.element(cancel).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(bar).not.toBeInTheDocument();
  await expect.element(downloader.downloads).toHaveFocus();
  await expect.element(page.getByRole('status').filter({ hasText: 'Download canceled' })).toBeInTheDocument();
  await commands.releaseResponses();
  expect(files).toEqual([]);
});

test('parallel downloads can be cancelled individually', async () => {
  const files = recordSavedFiles();
  const downloader = await renderDownloader([{ body: buildCarousel(2) }]);
  await commands.stubResponses('GET /media/*-MP4', [pending]);
  await downloader.extract(postUrl);
  await expect.element(downloader.found).toBeVisible();
  await downloader.verify();
  await page.getByRole('button', { name: 'Download Video 1 MP4' }).click();
  await page.getByRole('button', { name: 'Download Video 2 MP4' }).click();
  await page.getByRole('button', { name: 'Cancel Video 1 MP4' }).click();
  await expect.element(page.getByRole('progressbar', { name: 'Video 1 MP4' })).not.toBeInTheDocument();
  await expect.element(page.getByRole('progressbar', { name: 'Video 2 MP4' })).toBeVisible();
  await commands.releaseResponses();
  await expect
    .poll(() => files.map(({ name }) => name))
    .toEqual([expect.stringMatching(/^threads-video-2-/)]);
});

test('a finished download is announced to screen readers', async () => {
  const downloader = await renderOpened([file]);
  await downloader.downloads.click();
  await expect.element(page.getByText('100% of Video 1')).toBeInTheDocument();
  await expect.element(downloader.card('Video 1').getByText('Saved', { exact: true })).toBeVisible();
});

const running: RunningProgress = {
  phase: 'running',
  received: 5_000_000,
  total: 10_000_000,
  bytesPerSecond: null,
  isStalled: false,
  retries: 0,
};

test.each<[string, Partial<RunningProgress>, string, string]>([
  ['its percentage and its size', {}, '50%, 5 MB of 10 MB', '50%5 MB of 10 MB'],
  ['only what was received if the length is unknown', { total: null }, '5 MB', 'Downloading...5 MB'],
  [
    'its speed and the time left in seconds',
    { bytesPerSecond: 250_000 },
    '50%, 5 MB of 10 MB',
    '50%5 MB of 10 MB · 250 kB/s · 20 sec left',
  ],
  [
    'its speed and the time left in minutes',
    { bytesPerSecond: 20_000 },
    '50%, 5 MB of 10 MB',
    '50%5 MB of 10 MB · 20 kB/s · 5 min left',
  ],
  [
    'no time left if the length is unknown',
    { total: null, bytesPerSecond: 250_000 },
    '5 MB',
    'Downloading...5 MB · 250 kB/s',
  ],
  [
    'that it waits',
    { isStalled: true },
    '50%, 5 MB of 10 MB',
    '50%5 MB of 10 MBStill connected, waiting for data…',
  ],
  [
    'that it reconnects, and how often it did',
    { isStalled: true, retries: 2 },
    '50%, 5 MB of 10 MB',
    '50%5 MB of 10 MBConnection lost. Reconnecting… Retry 2.',
  ],
  ['its retries', { retries: 1 }, '50%, 5 MB of 10 MB', '50%5 MB of 10 MB Retry 1.'],
])('a download shows %s', async (_, change, value, text) => {
  const progress = { ...running, ...change };
  const { container } = await renderIsland(
    <DownloadProgressBar name="Video 1 MP4" progress={progress} onCancel={() => undefined} />,
  );
  const bar = page.getByRole('progressbar', { name: 'Video 1 MP4' });
  await expect.element(bar).toHaveAttribute('aria-valuetext', value);
  expect(container.textContent).toBe(text);
  expect(bar.element().getAttribute('value')).toBe(progress.total === null ? null : '5000000');
});

test('a failed download shows the reason, saves nothing and can be retried', async () => {
  const errorResponses: [StubResponse, string][] = [
    [{ status: 502, body: { code: 'media.wrong_type', error: 'Not that file.' } }, 'Not that file.'],
    [{ status: 413, body: { code: 'media.too_large' } }, 'This file is too large to send in one response.'],
    [{ status: 504, body: { code: 'media.timeout' } }, 'Threads took too long to send this file.'],
    [{ status: 400, body: 'no' }, 'Error downloading media'],
    [{ ...file, body: '' }, 'No data received from download proxy'],
  ];
  const files = recordSavedFiles();
  const downloader = await renderOpened([...errorResponses.map(([response]) => response), file]);
  for (const [, message] of errorResponses) {
    await downloader.downloads.click();
    await expect.element(page.getByRole('alert').filter({ hasText: message })).toBeVisible();
    await expect
      .element(downloader.toast('Download failed'))
      .toMatchTextContent('Unable to download this media file');
  }
  expect(files).toEqual([]);
  await downloader.downloads.click();
  await expect.poll(() => files.length).toBe(1);
  await expect
    .element(page.getByRole('alert').filter({ hasText: 'No data received' }))
    .not.toBeInTheDocument();
});

test('a dropped connection is retried three times with growing pauses', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const files = recordSavedFiles();
  const downloader = await renderOpened([{ isOffline: true }]);
  const countFetches = async () =>
    (await commands.listRequests()).filter(({ method, path }) => method === 'GET' && path.endsWith('-MP4'))
      .length;
  await downloader.downloads.click();
  for (const [attempts, pauseMs] of [
    [1, 500],
    [2, 1000],
    [3, 2000],
  ] as const) {
    await expect.poll(countFetches).toBe(attempts);
    await vi.advanceTimersByTimeAsync(pauseMs);
  }
  await expect.element(page.getByRole('alert').filter({ hasText: 'Error downloading media' })).toBeVisible();
  expect(files).toEqual([]);
  expect(await countFetches()).toBe(4);
});

test('a large file is downloaded by the browser itself', async () => {
  const files = recordSavedFiles();
  const downloader = await renderOpened([file], buildQuality({ bytes: inPageDownloadLimitBytes + 1 }));
  await downloader.downloads.click();
  await expect
    .element(
      page
        .getByRole('status')
        .filter({ hasText: 'This file is large, so your browser downloads it directly.' }),
    )
    .toBeVisible();
  expect(files).toEqual([{ name: '', path: '/media/item-1-MP4', text: null }]);
});

test('a large file gets its name from the server, by the pattern', async () => {
  const files = recordSavedFiles();
  const downloader = await renderOpened([file], buildQuality({ bytes: inPageDownloadLimitBytes + 1 }));
  localStorage.setItem('unspool.settings', JSON.stringify({ template: '動画 {index}', history: false }));
  window.dispatchEvent(new StorageEvent('storage'));
  await downloader.downloads.click();
  await expect.poll(() => files[0]?.path).toBe(`/media/item-1-MP4?name=${encodeURIComponent('動画 01')}`);
});

test('a conversion is fetched on request and saved with its own extension', async () => {
  const files = recordSavedFiles();
  const photo = buildQuality({
    type: 'image',
    displayName: 'Image 1',
    format: 'WEBP',
    conversions: ['jpg', 'png'],
  });
  await renderOpened([{ headers: { 'content-type': 'image/jpeg' }, body: 'a picture' }], photo);
  const formats = page.getByText('Other formats Image 1 WEBP');
  await expect.element(page.getByRole('link', { name: 'JPG Image 1' })).not.toBeInTheDocument();
  await formats.click();
  await expect.element(page.getByRole('link', { name: 'PNG Image 1' })).toBeVisible();
  await page.getByRole('link', { name: 'JPG Image 1' }).click();
  await expect.poll(() => files[0]?.name).toMatch(/^threads-image-1-\d{13}\.jpg$/);
  const requests = await commands.listRequests();
  expect(requests.at(-1)?.path).toBe('/media/item-1-WEBP?as=jpg');
});

test('the audio of a video can be downloaded on its own, cancelled, and shows an error', async () => {
  const files = recordSavedFiles();
  const video = buildQuality({ conversions: ['m4a'] });
  await renderOpened(
    [pending, { status: 422, body: { code: 'conversion.no_sound', error: 'It has no sound.' } }],
    video,
  );
  await page.getByText('Other formats Video 1 MP4').click();
  const audioLink = page.getByRole('link', { name: 'Audio only (M4A) Video 1' });
  await audioLink.click();
  await page.getByRole('button', { name: 'Cancel Video 1 M4A' }).click();
  await expect.element(audioLink).toHaveFocus();
  await audioLink.click();
  await expect.element(page.getByRole('alert').filter({ hasText: 'It has no sound.' })).toBeVisible();
  expect(files).toEqual([]);
});

test('no other formats are listed before the sum is solved', async () => {
  const downloader = await renderDownloader([
    { body: buildExtractResponse([buildQuality({ conversions: ['m4a'] })]) },
  ]);
  await downloader.extract(postUrl);
  await expect.element(downloader.locked).toBeVisible();
  expect(page.getByRole('group').elements()).toEqual([]);
});
