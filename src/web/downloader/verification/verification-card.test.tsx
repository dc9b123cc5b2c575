import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { buildExtractResponse, postUrl } from '../fixtures/build-response.ts';
import { renderDownloader, solve } from '../fixtures/render-downloader.tsx';

async function renderFound() {
  const downloader = await renderDownloader([{ body: buildExtractResponse() }]);
  await downloader.extract(postUrl);
  await expect.element(downloader.found).toBeVisible();
  return { ...downloader, refresh: page.getByRole('button', { name: 'New sum' }) };
}

/** Fixes the random sums: 1 + 1 for 0, 10 + 10 for 1. */
function drawFrom(share: number): void {
  vi.spyOn(Math, 'random').mockReturnValue(share === 1 ? 0.999 : share);
}

test('a wrong answer clears the field and draws a new sum', async () => {
  drawFrom(0);
  const downloader = await renderFound();
  await expect.element(downloader.sum).toHaveTextContent('What is 1 + 1?');
  drawFrom(1);
  await downloader.type('3');
  await expect.element(downloader.sum).toHaveTextContent('What is 10 + 10?');
  await expect.element(downloader.answer).toHaveValue('');
  await expect.element(downloader.answer).toHaveFocus();
  await expect.element(downloader.answer).toBeInvalid();
  await expect
    .element(page.getByRole('alert').filter({ hasText: 'That is not the sum. Here is a new one.' }))
    .toBeVisible();
  await expect.element(downloader.locked).toBeVisible();

  await downloader.type('20');
  await expect.element(page.getByText('Captcha verified')).toBeVisible();
  await expect.element(downloader.downloads).toBeVisible();
});

test('drawing a new sum revokes the verification', async () => {
  drawFrom(0);
  const downloader = await renderFound();
  drawFrom(1);
  await downloader.refresh.click();
  await expect.element(downloader.sum).toHaveTextContent('What is 10 + 10?');
  await expect.element(downloader.answer).toHaveFocus();
  await downloader.type('20');
  await expect.element(downloader.downloads).toBeVisible();

  drawFrom(0);
  await downloader.refresh.click();
  await expect.element(downloader.sum).toHaveTextContent('What is 1 + 1?');
  await expect.element(downloader.locked).toBeVisible();
  await expect.element(downloader.downloads).not.toBeInTheDocument();
  await expect.element(page.getByText('Captcha verified')).not.toBeInTheDocument();
});

test.each([
  ['Thai', '๐๑๒๓๔๕๖๗๘๙'],
  ['Arabic', '٠١٢٣٤٥٦٧٨٩'],
])('the answer can be typed in %s digits', async (_, digits) => {
  const downloader = await renderFound();
  const sum = solve(downloader.sum.element().textContent);
  await downloader.type(String(sum).replace(/\d/g, (digit) => digits[Number(digit)] ?? ''));
  await expect.element(page.getByText('Captcha verified')).toBeVisible();
});

test('an empty answer shows an error and keeps the sum', async () => {
  const downloader = await renderFound();
  const before = downloader.sum.element().textContent;
  await downloader.type(' ');
  await expect.element(page.getByRole('alert').filter({ hasText: 'Type the sum first.' })).toBeVisible();
  await expect.element(downloader.sum).toHaveTextContent(before);
  await expect.element(downloader.answer).toHaveFocus();
});
