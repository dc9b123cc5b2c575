import { beforeEach, expect, test, vi } from 'vitest';
import { commands, page } from 'vitest/browser';
import type { StubResponse } from '#test/support/components/network.ts';
import { buildExtractResponse, buildPhoto, postUrl } from './fixtures/build-response.ts';
import {
  extraction,
  listExtractions,
  recordSavedFiles,
  renderDownloader,
} from './fixtures/render-downloader.tsx';

const minuteMs = 60_000;
/** One minute before the URLs expire. */
const dueMs = 14 * minuteMs;

const found: StubResponse = { body: buildExtractResponse([buildPhoto()]) };
const renewed: StubResponse = {
  body: buildExtractResponse([buildPhoto({ url: '/media/renewed', thumbnailUrl: '/media/renewed-still' })]),
};
const offline: StubResponse = { isOffline: true };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
});

const getThumbnailUrl = () => document.querySelector('#downloader img')?.getAttribute('src');
const countExtractions = async () => (await listExtractions()).length;

async function renderFound(...responses: StubResponse[]) {
  const downloader = await renderDownloader([found]);
  await downloader.extract(postUrl);
  await expect.element(downloader.found).toBeVisible();
  await commands.stubResponses(extraction, responses);
  return downloader;
}

test('the URLs of an open page are renewed before they expire, and the verification stays', async () => {
  const files = recordSavedFiles();
  const downloader = await renderFound(renewed);
  await downloader.verify();
  await expect.element(downloader.downloads).toBeVisible();
  vi.advanceTimersByTime(dueMs - minuteMs);
  expect(getThumbnailUrl()).toBe('/media/item-1-still');
  vi.advanceTimersByTime(minuteMs);
  await expect.poll(getThumbnailUrl).toBe('/media/renewed-still');
  expect(await listExtractions()).toEqual([{ url: postUrl }, { url: postUrl }]);
  await downloader.downloads.click();
  await expect.poll(() => files.length).toBe(1);
  const requests = await commands.listRequests();
  expect(requests.filter(({ method }) => method === 'GET').at(-1)?.path).toBe('/media/renewed');

  vi.advanceTimersByTime(dueMs);
  await expect.poll(countExtractions).toBe(3);
});

test('a failed renewal is retried with a doubling pause', async () => {
  await renderFound(offline, offline, renewed);
  const pauses = recordPauses();
  vi.advanceTimersByTime(dueMs);
  await expect.poll(pauses).toContain(15_000);
  expect(await countExtractions()).toBe(2);
  vi.advanceTimersByTime(15_000);
  await expect.poll(pauses).toContain(30_000);
  expect(await countExtractions()).toBe(3);
  vi.advanceTimersByTime(20_000);
  expect(await countExtractions()).toBe(3);
  vi.advanceTimersByTime(10_000);
  await expect.poll(getThumbnailUrl).toBe('/media/renewed-still');
});

test('a failed renewal is retried at once when the network is back', async () => {
  await renderFound(offline, renewed);
  const pauses = recordPauses();
  vi.advanceTimersByTime(dueMs);
  await expect.poll(pauses).toContain(15_000);
  window.dispatchEvent(new Event('online'));
  await expect.poll(getThumbnailUrl).toBe('/media/renewed-still');
  expect(await countExtractions()).toBe(3);
});

test('a renewal that was running when the network came back is retried at once if it fails', async () => {
  await renderFound({ ...offline, isPending: true }, renewed);
  vi.advanceTimersByTime(dueMs);
  await expect.poll(countExtractions).toBe(2);
  window.dispatchEvent(new Event('online'));
  await commands.releaseResponses();
  await expect.poll(getThumbnailUrl).toBe('/media/renewed-still');
  expect(await countExtractions()).toBe(3);
});

test('a background page is renewed when it becomes visible', async () => {
  await renderFound(renewed);
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  vi.advanceTimersByTime(dueMs);
  expect(await countExtractions()).toBe(1);
  visibility.mockReturnValue('visible');
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.poll(getThumbnailUrl).toBe('/media/renewed-still');
});

test('nothing is renewed after Download Another', async () => {
  const downloader = await renderFound(renewed);
  await downloader.downloadAnother();
  await expect.element(downloader.field).toHaveFocus();
  vi.advanceTimersByTime(dueMs);
  window.dispatchEvent(new Event('online'));
  await downloader.extract(postUrl);
  await expect.element(downloader.found).toBeVisible();
  expect(await countExtractions()).toBe(2);
});

test('a thumbnail that fails to load is renewed once', async () => {
  await renderFound(renewed);
  const image = document.querySelector<HTMLImageElement>('#downloader img');
  image?.dispatchEvent(new Event('error'));
  await expect.poll(getThumbnailUrl).toBe('/media/renewed-still');
  document.querySelector('#downloader img')?.dispatchEvent(new Event('error'));
  await expect.poll(getThumbnailUrl).toBe(undefined);
  expect(await countExtractions()).toBe(2);
});

test('a file with an expired URL is fetched from a renewed URL', async () => {
  const files = recordSavedFiles();
  const downloader = await renderFound(renewed);
  await downloader.verify();
  await commands.stubResponses('GET /media/item-1-WEBP', [{ status: 410, body: { code: 'ticket.expired' } }]);
  await downloader.downloads.click();
  await expect.poll(() => files.length).toBe(1);
  expect(await files[0]?.text).toBe('the file');
  expect(await countExtractions()).toBe(2);
});

test('a file that expires again after its renewal is not requested again', async () => {
  const files = recordSavedFiles();
  const downloader = await renderFound(renewed);
  await downloader.verify();
  // Not the thumbnail: if that fails, the page asks once more.
  for (const path of ['/media/item-1-WEBP', '/media/renewed'])
    await commands.stubResponses(`GET ${path}`, [{ status: 410, body: { code: 'ticket.expired' } }]);
  await downloader.downloads.click();
  await expect
    .element(
      page
        .getByRole('alert')
        .filter({ hasText: 'This download link was valid for 15 minutes and has expired' }),
    )
    .toBeVisible();
  expect(files).toEqual([]);
  expect(await countExtractions()).toBe(2);
});

/** Records the delays of timers set from now on. */
function recordPauses(): () => unknown[] {
  const setTimer = vi.spyOn(window, 'setTimeout');
  return () => setTimer.mock.calls.map(([, milliseconds]) => milliseconds);
}
