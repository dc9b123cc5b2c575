import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { buildCarousel, buildExtractResponse } from '../fixtures/build-response.ts';
import { renderFound, solve } from '../fixtures/render-downloader.tsx';

async function renderBar() {
  const downloader = await renderFound(buildExtractResponse());
  return { ...downloader, refresh: page.getByRole('button', { name: 'New question' }) };
}

/** Fixes the random sums: 1 + 1 for 0, 10 + 10 for 1. */
function drawFrom(share: number): void {
  vi.spyOn(Math, 'random').mockReturnValue(share === 1 ? 0.999 : share);
}

test('a wrong answer clears the field and draws a new sum', async () => {
  drawFrom(0);
  const downloader = await renderBar();
  await expect.element(downloader.sum).toHaveTextContent('What is 1 + 1?');
  drawFrom(1);
  await downloader.type('3');
  await expect.element(downloader.sum).toHaveTextContent('What is 10 + 10?');
  await expect.element(downloader.answer).toHaveValue('');
  await expect.element(downloader.answer).toHaveFocus();
  await expect.element(downloader.answer).toBeInvalid();
  await expect
    .element(
      page.getByRole('alert').filter({ hasText: 'That’s not the right answer. Try the new question.' }),
    )
    .toBeVisible();
  await expect.element(downloader.locked).toBeVisible();

  await downloader.answer.fill('20');
  await expect.element(downloader.done).toBeVisible();
  await expect.element(downloader.downloads).toBeVisible();
});

test('a new sum can be drawn without an answer', async () => {
  drawFrom(0);
  const downloader = await renderBar();
  await downloader.answer.fill('3');
  drawFrom(1);
  await downloader.refresh.click();
  await expect.element(downloader.sum).toHaveTextContent('What is 10 + 10?');
  await expect.element(downloader.answer).toHaveValue('');
  await expect.element(downloader.answer).toHaveFocus();
  await expect.element(downloader.answer).not.toHaveAttribute('aria-invalid');
});

test.each([
  ['Thai', '๐๑๒๓๔๕๖๗๘๙'],
  ['Arabic', '٠١٢٣٤٥٦٧٨٩'],
])('the answer can be typed in %s digits', async (_, digits) => {
  const downloader = await renderBar();
  const sum = solve(downloader.sum.element().textContent);
  await downloader.answer.fill(String(sum).replace(/\d/g, (digit) => digits[Number(digit)] ?? ''));
  await expect.element(downloader.done).toBeVisible();
});

test('a sum of two digits is solved with its second digit, without a button', async () => {
  drawFrom(1);
  const downloader = await renderBar();
  await downloader.answer.click();
  await userEvent.keyboard('2');
  await expect.element(downloader.answer).toHaveValue('2');
  await expect.element(downloader.locked).toBeVisible();
  await userEvent.keyboard('0');
  await expect.element(downloader.done).toBeVisible();
});

test.each([
  [390, 844],
  [1280, 800],
])('at %d × %d, the focus moves from the solved sum to the download in the bar', async (width, height) => {
  await page.viewport(width, height);
  const downloader = await renderFound(buildCarousel(20));
  await downloader.verify();
  const download = page.getByRole('button', { name: /^Download 20/ });
  await expect.element(download).toHaveFocus();
  await expect.element(download).toBeInViewport({ ratio: 1 });
  expect(download.element().matches(':focus-visible')).toBe(true);
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
  await expect.element(page.getByRole('button', { name: 'Select none' })).toHaveFocus();
});

test('from the heading of an album, the keyboard reaches the sum and the download by a link', async () => {
  const downloader = await renderFound(buildCarousel(20));
  const skip = async () => {
    downloader.found.or(downloader.ready).element().focus();
    await userEvent.tab();
    await expect.element(page.getByRole('link', { name: 'Skip to verification and download' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
  };
  await skip();
  await expect.element(downloader.answer).toHaveFocus();
  await downloader.verify();
  await skip();
  await expect.element(page.getByRole('button', { name: /^Download 20/ })).toHaveFocus();
});

test('an empty answer shows an error and keeps the sum', async () => {
  const downloader = await renderBar();
  const before = downloader.sum.element().textContent;
  await downloader.type(' ');
  await expect.element(page.getByRole('alert').filter({ hasText: 'Enter your answer first.' })).toBeVisible();
  await expect.element(downloader.sum).toHaveTextContent(before);
  await expect.element(downloader.answer).toHaveFocus();
});
