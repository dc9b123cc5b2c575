import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { scenes } from '#test/fakes/threads/scenes.ts';
import { downloaderOn } from '#test/support/downloader-page.ts';
import { openProduct } from '#test/support/open-product.ts';
import { unpack } from '#test/support/start-archive-relay.ts';
import { sha256 } from '#test/support/start-media-relay.ts';

const { link, whole } = scenes.chainLong;
const items = whole?.items ?? [];

async function contentOfZip(page: Page, press: () => Promise<void>) {
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  return await unpack(await readFile(await download.path()));
}

test('a thread of a hundred posts shows two hundred files, and all of them come as one ZIP', async () => {
  await using product = await openProduct();
  const page = await product.visit('/');
  const downloader = downloaderOn(page);
  await downloader.extract(link);
  await downloader.found.waitFor();
  await downloader.verify();
  await page.getByText('99 more posts of this thread have media.').waitFor();
  await page.getByRole('button', { name: 'Show the whole thread' }).click();
  await page.getByText('Showing the author’s thread: 200 files.').waitFor();
  expect(await page.getByRole('heading', { name: /^Post \d+ of 100$/ }).count()).toBe(100);
  expect(await page.getByRole('checkbox').count()).toBe(200);
  await page.getByText('200 of 200 selected').waitFor();

  const all = page.getByRole('button', { name: 'Download all (200 files)' });
  const files = [...(await contentOfZip(page, () => all.click()))];
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

  await page.getByRole('button', { name: 'Select none' }).click();
  for (const place of [63, 200]) {
    const kind = items[place - 1]?.type === 'video' ? 'Video' : 'Image';
    await page.getByRole('checkbox', { name: `Choose ${kind} ${place}`, exact: true }).check();
  }
  const some = page.getByRole('button', { name: /^Download 2 selected/ });
  const chosen = [...(await contentOfZip(page, () => some.click()))].slice(0, 2);
  expect(chosen.map(([, bytes]) => sha256(bytes))).toEqual([items[62]?.sha256, items[199]?.sha256]);
  expect(chosen.map(([name]) => name)).toEqual([names[62], names[199]]);
});
