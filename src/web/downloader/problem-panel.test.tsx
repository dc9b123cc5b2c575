import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { buildExtractResponse, postUrl } from './fixtures/build-response.ts';
import { listExtractions, renderDownloader } from './fixtures/render-downloader.tsx';

const busy = (retryAfter?: number) => ({
  body: { success: false, qualities: [], code: 'upstream.busy', retryAfter },
});
const found = { body: buildExtractResponse() };
const retry = page.getByRole('button', { name: 'Try again' });
const countdown = page.getByText(/^Trying again in \d+ seconds?$/);
const countExtractions = async () => (await listExtractions()).length;

const fakeTime = () => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });

test('a busy answer counts down, and the link is read again by itself', async () => {
  fakeTime();
  const downloader = await renderDownloader([busy(3), found]);
  await downloader.extract(postUrl);
  for (const text of ['3 seconds', '2 seconds', '1 second']) {
    await expect.element(countdown).toHaveTextContent(`Trying again in ${text}`);
    vi.advanceTimersByTime(1000);
  }
  await expect.element(downloader.found).toBeVisible();
  expect(await countExtractions()).toBe(2);
});

test('a link is read again by itself at most five times', async () => {
  fakeTime();
  const downloader = await renderDownloader([busy(2)]);
  await downloader.extract(postUrl);
  for (const attempts of [1, 2, 3, 4, 5]) {
    await expect.element(countdown).toBeVisible();
    expect(await countExtractions()).toBe(attempts);
    vi.advanceTimersByTime(2000);
    await expect.poll(countExtractions).toBe(attempts + 1);
  }
  await expect.element(retry).toBeVisible();
  await expect.element(countdown).not.toBeInTheDocument();
  await retry.click();
  await expect.element(countdown).toBeVisible();
});

test('Try again reads the link at once', async () => {
  const downloader = await renderDownloader([busy(600), found]);
  await downloader.extract(postUrl);
  await expect.element(countdown).toHaveTextContent('Trying again in 600 seconds');
  await retry.click();
  await expect.element(downloader.found).toBeVisible();
});

test('without a known wait, only a click reads the link again', async () => {
  const downloader = await renderDownloader([busy(), found]);
  await downloader.extract(postUrl);
  await expect.element(retry).toBeVisible();
  expect(countdown.elements()).toEqual([]);
  await retry.click();
  await expect.element(downloader.found).toBeVisible();
});

test('typing another link stops the countdown, and nothing is sent before it is submitted', async () => {
  fakeTime();
  const downloader = await renderDownloader([busy(2), found]);
  await downloader.extract(postUrl);
  await expect.element(countdown).toBeVisible();
  await downloader.field.fill('https://www.threads.com/@ot');
  await expect.element(countdown).not.toBeInTheDocument();
  vi.advanceTimersByTime(10_000);
  expect(await countExtractions()).toBe(1);
});

test('an automatic retry leaves the focus where it is', async () => {
  fakeTime();
  const downloader = await renderDownloader([busy(2)]);
  await downloader.extract(postUrl);
  await expect.element(countdown).toBeVisible();
  // The first error takes the focus.
  await expect.poll(() => document.activeElement?.tagName).toBe('DIV');
  const elsewhere = document.body.appendChild(document.createElement('button'));
  onTestFinished(() => elsewhere.remove());
  elsewhere.focus();
  vi.advanceTimersByTime(2000);
  await expect.poll(countExtractions).toBe(2);
  await expect.element(countdown).toBeVisible();
  expect(document.activeElement).toBe(elsewhere);
});

test('an edited link stops the countdown', async () => {
  fakeTime();
  const downloader = await renderDownloader([busy(2), found]);
  await downloader.extract(postUrl);
  await expect.element(countdown).toBeVisible();
  await downloader.extract('https://www.threads.com/@maker/post/DAbcdefgh02');
  await expect.element(downloader.found).toBeVisible();
  vi.advanceTimersByTime(10_000);
  expect(await countExtractions()).toBe(2);
});

test('another problem has no retry and leads back to an empty form', async () => {
  const downloader = await renderDownloader([
    { body: { success: false, qualities: [], code: 'post.private' } },
  ]);
  await downloader.extract(postUrl);
  await expect.element(downloader.problem).toBeVisible();
  expect(retry.elements()).toEqual([]);
  await page.getByRole('button', { name: 'Download Another' }).click();
  await expect.element(downloader.problem).not.toBeInTheDocument();
  await expect.element(downloader.field).toHaveFocus();
  await expect.element(downloader.field).toHaveValue('');
});
