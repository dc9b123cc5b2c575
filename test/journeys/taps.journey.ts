import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { scenes } from '#test/fakes/threads/scenes.ts';
import { downloaderOn, listDigests } from '#test/support/downloader-page.ts';
import { openProduct } from '#test/support/open-product.ts';

test('on a phone, the first file takes three taps and the sum, and the next one two', async () => {
  await using product = await openProduct();
  const page = await product.openPage('/', {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    permissions: ['clipboard-read'],
  });
  const downloader = downloaderOn(page);
  const taps = await countTaps(page);
  const download = page.getByRole('button', { name: /^Download Image 1 / });

  await copy(page, scenes.photo.link);
  await page.getByRole('button', { name: 'Paste' }).tap();
  const { left, right } = await downloader.sum();
  await downloader.answer.tap();
  await page.keyboard.type(String(left + right));
  const first = await downloader.save(download);
  expect([await taps(), first.sha256]).toEqual([3, listDigests('photo')[0]]);

  await copy(page, scenes.photoJpg.link);
  await page.getByRole('button', { name: 'Download Another' }).tap();
  await expect.poll(() => page.getByLabel('Processing URL').inputValue()).toBe(scenes.photoJpg.link);
  const second = await downloader.save(download);
  expect([await taps(), second.sha256]).toEqual([5, listDigests('photoJpg')[0]]);
});

/** Not with the clipboard of the browser, which all pages share. */
const copy = (page: Page, text: string) =>
  page.evaluate((content) => {
    navigator.clipboard.readText = () => Promise.resolve(content);
  }, text);

/** Counts presses of a finger or a mouse from now on. */
async function countTaps(page: Page): Promise<() => Promise<number>> {
  const counter = await page.evaluateHandle(() => {
    const state = { taps: 0 };
    addEventListener('pointerdown', ({ isTrusted }) => {
      if (isTrusted) state.taps += 1;
    });
    return state;
  });
  return () => counter.evaluate(({ taps }) => taps);
}
