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

test('a press that began before a notice opened over it still counts', async () => {
  await using product = await openProduct();
  const page = await product.openPage('/', { viewport: { width: 390, height: 844 } });
  const brand = page.getByRole('banner').getByRole('link').nth(1);
  const clicks = await brand.evaluateHandle((link) => {
    const state = { count: 0 };
    link.addEventListener('click', (event) => {
      event.preventDefault();
      state.count += 1;
    });
    return state;
  });
  await brand.hover();
  await page.mouse.down();
  await page
    .getByLabel('Link to the Threads post')
    .evaluate((field: HTMLInputElement) => field.form?.requestSubmit());
  const notice = page.getByRole('listitem').filter({ hasText: 'Please enter a URL' });
  await notice.waitFor();
  const [below, above] = [await brand.boundingBox(), await notice.boundingBox()];
  expect(above?.height).toBeGreaterThan((below?.y ?? 0) + (below?.height ?? 0) / 2);
  await page.mouse.up();
  expect(await clicks.evaluate(({ count }) => count)).toBe(1);
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
