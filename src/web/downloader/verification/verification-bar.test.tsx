import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { buildExtractResponse } from '../fixtures/build-response.ts';
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

  await downloader.type('20');
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
  await downloader.type(String(sum).replace(/\d/g, (digit) => digits[Number(digit)] ?? ''));
  await expect.element(downloader.done).toBeVisible();
});

test('an empty answer shows an error and keeps the sum', async () => {
  const downloader = await renderBar();
  const before = downloader.sum.element().textContent;
  await downloader.type(' ');
  await expect.element(page.getByRole('alert').filter({ hasText: 'Enter your answer first.' })).toBeVisible();
  await expect.element(downloader.sum).toHaveTextContent(before);
  await expect.element(downloader.answer).toHaveFocus();
});
