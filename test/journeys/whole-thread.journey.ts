import { expect, test } from 'vitest';
import { scenes } from '#test/fakes/threads/scenes.ts';
import { downloaderOn } from '#test/support/downloader-page.ts';
import { openProduct } from '#test/support/open-product.ts';

const { link, expectedThread } = scenes.thread;
const digests = expectedThread?.items.map((item) => item.sha256) ?? [];
const environment = { VERIFICATION: 'proof' };

test('the sum and the proof of work unlock the post and its whole thread', async () => {
  await using product = await openProduct(environment);
  const page = await product.openPage('/');
  const downloader = downloaderOn(page);
  await downloader.extract(link);
  await downloader.found.waitFor();
  expect(await downloader.downloads.count()).toBe(0);
  await downloader.verify();
  expect((await downloader.save(downloader.downloads.first())).sha256).toBe(digests[0]);

  await page.getByRole('button', { name: 'Show the whole thread' }).click();
  await page.getByText('Showing the author’s thread: 5 files.').waitFor();
  expect(await downloader.locked.count()).toBe(0);
  expect(await downloader.downloads.count()).toBe(digests.length);
  expect((await downloader.save(downloader.downloads.last())).sha256).toBe(digests.at(-1));
});

test('a video unlocked by a proof of work plays and is saved', async () => {
  await using product = await openProduct(environment);
  const page = await product.openPage('/');
  const downloader = downloaderOn(page);
  await downloader.extract(`${scenes.video.link} ${scenes.gif.link}`);
  await page.getByText('2 of 2 read.', { exact: true }).waitFor();
  await downloader.verify();
  await page.getByRole('button', { name: /^Play Video/ }).click();
  await expect
    .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.readyState))
    .toBeGreaterThan(0);
  const { expected } = scenes.video;
  const saved = await downloader.save(page.getByRole('button', { name: /^Download Video/ }).first());
  expect('items' in expected && expected.items[0]?.sha256).toBe(saved.sha256);
});

test('without JavaScript the page explains the proof of work and gives no file', async () => {
  await using product = await openProduct(environment);
  const page = await product.openPage('/', { javaScriptEnabled: false });
  const downloader = downloaderOn(page);
  await downloader.extract(scenes.photo.link);
  const notice = page.getByText('Before this site gives a file, your browser does a short calculation.');
  await notice.waitFor();
  const { left, right } = await downloader.sum();
  await downloader.type(String(left + right));
  await downloader.answer.waitFor({ state: 'detached' });
  await notice.waitFor();
  expect(await page.getByRole('link', { name: /^Download / }).count()).toBe(0);
});
