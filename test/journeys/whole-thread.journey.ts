import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { scenes } from '#test/fakes/threads/scenes.ts';
import { expectAccessible } from '#test/support/accessibility.ts';
import { downloaderOn } from '#test/support/downloader-page.ts';
import { openProduct } from '#test/support/open-product.ts';

const { link, whole } = scenes.chain;
const places = ['Post 1 of 4', 'Post 2 of 4', 'Post 4 of 4'];
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const extractions = '**/functions/v1/extract-threads-media';

const show = (page: Page) => page.getByRole('button', { name: 'Show the whole thread' });
const shown = (page: Page) => page.getByText('Showing the author’s thread: 5 files.');

test.each([
  ['a desktop', {}],
  ['a phone', phone],
])('on %s the whole thread takes the place of the post, and the sum stays solved', async (_, device) => {
  await using product = await openProduct();
  const page = await product.visit('/', device);
  const downloader = downloaderOn(page);
  await downloader.extract(link);
  await downloader.found.waitFor();
  await downloader.verify();
  const navigations: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) navigations.push(request.url());
  });
  const steps = await page.evaluate(() => window.history.length);

  await show(page).focus();
  await page.keyboard.press('Enter');
  await shown(page).waitFor();
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(
    await shown(page).textContent(),
  );
  expect(
    await page
      .getByRole('status')
      .filter({ has: shown(page) })
      .count(),
  ).toBe(1);
  for (const name of places) expect(await page.getByRole('heading', { name }).count()).toBe(1);
  expect(await downloader.locked.count()).toBe(0);
  expect(await downloader.downloads.count()).toBe(whole?.items.length);
  expect(await page.getByRole('button', { name: 'Download all (5 files)' }).count()).toBe(1);
  // Every size that the answer did not give is asked for, of the new files too.
  await expect.poll(() => page.getByText(/^[\d.,]+ (kB|MB)$/).count()).toBe(whole?.items.length);
  await expectAccessible(page, 'a whole thread');

  const last = await downloader.save(downloader.downloads.last());
  expect(last.sha256).toBe(whole?.items.at(-1)?.sha256);
  expect(navigations).toEqual([]);
  expect(await page.evaluate(() => window.history.length)).toBe(steps);
});

test('a thread that is shown before the sum is solved waits for it, and one sum opens all of it', async () => {
  await using product = await openProduct();
  const page = await product.visit('/');
  const downloader = downloaderOn(page);
  await downloader.extract(link);
  await downloader.found.waitFor();
  expect(await downloader.locked.count()).toBe(1);
  await show(page).click();
  await shown(page).waitFor();
  expect(await downloader.locked.count()).toBe(whole?.items.length);
  await downloader.verify();
  const last = await downloader.save(downloader.downloads.last());
  expect(last.sha256).toBe(whole?.items.at(-1)?.sha256);
});

test('while the thread is read the page says so, and where that fails what was there stays', async () => {
  await using product = await openProduct();
  const page = await product.visit('/');
  const downloader = downloaderOn(page);
  await downloader.extract(link);
  await downloader.found.waitFor();
  await downloader.verify();
  let asked = 0;
  const answered = Promise.withResolvers<void>();
  await page.route(extractions, async (route) => {
    asked += 1;
    if (asked > 1) return route.continue();
    await answered.promise;
    return route.fulfill({ status: 500, json: { error: 'Not now.' } });
  });
  await show(page).click();
  const busy = page.getByRole('button', { name: 'Looking through the thread...' });
  await busy.waitFor();
  expect(await busy.getAttribute('aria-disabled')).toBe('true');
  expect(await page.getByRole('status').filter({ hasText: 'Looking through the thread...' }).count()).toBe(1);
  await page.keyboard.press('Enter');
  expect(await downloader.downloads.count()).toBe(1);
  answered.resolve();

  await page.getByRole('alert').filter({ hasText: 'Not now.' }).waitFor();
  expect(asked).toBe(1);
  expect(await downloader.downloads.count()).toBe(1);
  const first = await downloader.save(downloader.downloads.first());
  expect(first.sha256).toBe(whole?.items[0]?.sha256);

  await show(page).click();
  await shown(page).waitFor();
  expect(await page.getByText('Not now.').count()).toBe(0);
  expect(await downloader.downloads.count()).toBe(whole?.items.length);
});

test('where the browser has to work, what it has proved for the post opens its thread', async () => {
  await using product = await openProduct({ VERIFICATION: 'proof' });
  const page = await product.visit('/');
  const downloader = downloaderOn(page);
  await downloader.extract(link);
  await downloader.found.waitFor();
  await downloader.verify();
  await show(page).click();
  await shown(page).waitFor();
  expect(await downloader.locked.count()).toBe(0);
  const last = await downloader.save(downloader.downloads.last());
  expect(last.sha256).toBe(whole?.items.at(-1)?.sha256);
});

test('one of several links shows its thread in its own card', async () => {
  await using product = await openProduct();
  const page = await product.visit('/');
  const downloader = downloaderOn(page);
  await downloader.extract(`${scenes.photo.link} ${link}`);
  await page.getByText('2 of 2 read.', { exact: true }).waitFor();
  await downloader.verify();
  const card = page
    .getByRole('list', { name: '2 links' })
    .locator(':scope > li')
    .filter({ has: show(page) });
  await show(page).click();
  await shown(page).waitFor();
  expect(await page.getByRole('list', { name: '2 links' }).locator(':scope > li').count()).toBe(2);
  expect(await card.count()).toBe(0);
  expect(await downloader.locked.count()).toBe(0);
  expect(await downloader.downloads.count()).toBe(1 + (whole?.items.length ?? 0));
  const last = await downloader.save(downloader.downloads.last());
  expect(last.sha256).toBe(whole?.items.at(-1)?.sha256);
});

test('without scripts too, on a phone, and the sum opens the files of all posts', async () => {
  await using product = await openProduct();
  const page = await product.visit('/', { javaScriptEnabled: false, viewport: { width: 390, height: 800 } });
  const downloader = downloaderOn(page);
  await downloader.extract(link);
  await show(page).click();
  for (const place of places) await page.getByRole('heading', { name: place }).waitFor();
  await downloader.verify();
  const files = page.getByRole('link', { name: /^Download \w+ \d/ });
  expect(await files.count()).toBe(whole?.items.length);
});
