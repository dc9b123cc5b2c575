import { expect, test } from 'vitest';
import { scenes } from '#test/fakes/threads/scenes.ts';
import { expectAccessible } from '#test/support/accessibility.ts';
import { downloaderOn } from '#test/support/downloader-page.ts';
import { openProduct } from '#test/support/open-product.ts';

const { link, whole } = scenes.chain;
const places = ['Post 1 of 4', 'Post 2 of 4', 'Post 4 of 4'];

test('a post that has more in its thread shows all of it on request, labelled by post', async () => {
  await using product = await openProduct();
  const page = await product.visit('/');
  const downloader = downloaderOn(page);
  await downloader.extract(link);
  await downloader.found.waitFor();
  expect(await downloader.locked.count()).toBe(1);
  await page.getByRole('button', { name: 'Show the whole thread' }).click();
  await page.getByRole('heading', { name: places[2] ?? '' }).waitFor();
  expect(await page.getByRole('heading', { name: /^Post \d of 4/ }).count()).toBe(places.length);
  expect(await downloader.locked.count()).toBe(whole?.items.length);
  await expectAccessible(page, 'a whole thread');

  await downloader.verify();
  const last = await downloader.save(downloader.downloads.last());
  expect(last.sha256).toBe(whole?.items.at(-1)?.sha256);
});

test('without scripts too, on a phone, and the sum opens the files of all posts', async () => {
  await using product = await openProduct();
  const page = await product.visit('/', { javaScriptEnabled: false, viewport: { width: 390, height: 800 } });
  const downloader = downloaderOn(page);
  await downloader.extract(link);
  await page.getByRole('button', { name: 'Show the whole thread' }).click();
  for (const place of places) await page.getByRole('heading', { name: place }).waitFor();
  await downloader.verify();
  const files = page.getByRole('link', { name: /^Download \w+ \d/ });
  expect(await files.count()).toBe(whole?.items.length);
});
