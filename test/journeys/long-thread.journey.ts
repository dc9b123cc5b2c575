import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { scenes } from '#test/fakes/threads/scenes.ts';
import { downloaderOn } from '#test/support/downloader-page.ts';
import { openProduct } from '#test/support/open-product.ts';
import { unpack } from '#test/support/start-archive-relay.ts';
import { sha256 } from '#test/support/start-media-relay.ts';
import { readDownload } from '#test/support/connect-browser.ts';

const { link, whole } = scenes.chainLong;
const items = whole?.items ?? [];

async function contentOfZip(page: Page, press: () => Promise<void>) {
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  return await unpack(await readDownload(download));
}

test('a thread of a hundred posts shows two hundred files, and all of them come as one ZIP', async () => {
  await using product = await openProduct();
  const page = await product.visit('/');
  const downloader = downloaderOn(page);
  await downloader.extract(link);
  await downloader.found.waitFor();
  await downloader.verify();
  await page.getByRole('button', { name: 'Show the whole thread' }).click();
  await page.getByText('Showing the author’s thread: 200 files.').waitFor();
  // By tag: to work out the names of all roles of so long a page takes longer than all of the rest.
  const button = (text: string) => page.locator('button', { hasText: text });
  const box = (place: number) => page.locator(`input[name="item"][value="${place}"]`);
  expect(await page.locator('h3', { hasText: /^Post \d+ of 100$/ }).count()).toBe(100);
  expect(await page.locator('input[name="item"]').count()).toBe(200);
  await page.getByText('200 of 200 selected').waitFor();

  const files = [...(await contentOfZip(page, () => button('Download all (200 files)').click()))];
  const media = files.slice(0, 200);
  expect(files.slice(200).map(([name]) => name)).toEqual(['post.json', 'post.txt']);
  expect(media.map(([, bytes]) => sha256(bytes))).toEqual(items.map((item) => item.sha256));
  const names = items.map(({ type, format }, at) => {
    const place = at + 1;
    const padded = String(place).padStart(3, '0');
    return expect.stringMatching(
      new RegExp(`^${padded}-threads-${type}-${place}-\\d{13}\\.${format.toLowerCase()}$`),
    );
  });
  expect(media.map(([name]) => name)).toEqual(names);
  expect(media.map(([name]) => name).toSorted()).toEqual(media.map(([name]) => name));
  const told = JSON.parse(new Map(files).get('post.json')?.toString() ?? '{}');
  expect(told.thread.map((post: { code: string }) => post.code)).toEqual(whole?.posts);

  await button('Select none').click();
  for (const place of [63, 200]) await box(place).check();
  const some = [...(await contentOfZip(page, () => button('Download 2 selected').click()))];
  const chosen = some.slice(0, 2);
  expect(chosen.map(([, bytes]) => sha256(bytes))).toEqual([items[62]?.sha256, items[199]?.sha256]);
  expect(chosen.map(([name]) => name)).toEqual([names[62], names[199]]);
});
