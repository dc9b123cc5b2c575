import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { type SceneName, scenes } from '../fakes/threads/scenes.ts';
import { downloaderOn } from '../support/downloader-page.ts';
import { openProduct } from '../support/open-product.ts';

const five = ['video', 'photo', 'gone', 'gif', 'carouselVideos'] as const satisfies readonly SceneName[];

function getDigest(scene: SceneName): string | undefined {
  const { expected } = scenes[scene];
  return 'items' in expected ? (expected.items[0]?.sha256 ?? undefined) : undefined;
}

const getCard = (page: Page, scene: SceneName) =>
  page
    .getByRole('list', { name: '5 links' })
    .locator(':scope > li')
    .filter({ hasText: scenes[scene].link.split('/').at(-1) as string });

test('of five links pasted on a phone one fails, and one sum unlocks the others', async () => {
  await using product = await openProduct();
  const page = await product.openPage('/', {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const downloader = downloaderOn(page);
  // Pasted with the keyboard: filling the field would drop the line breaks.
  const text = `Look:\n${five.map((scene) => scenes[scene].link).join('\n')}\nnice`;
  await page.evaluate((clip) => navigator.clipboard.writeText(clip), text);
  await downloader.field.focus();
  await page.keyboard.press('ControlOrMeta+V');
  await page.getByText('4 of 5 read. 1 could not be read.').waitFor();
  await getCard(page, 'gone').getByRole('heading', { name: 'Unable to process URL' }).waitFor();
  await downloader.verify();
  for (const scene of ['video', 'gif'] as const) {
    const button = getCard(page, scene).getByRole('button', { name: /^Download / });
    expect((await downloader.save(button.first())).sha256, scene).toBe(getDigest(scene));
  }
  await page.getByRole('button', { name: 'Download Another' }).click();
  await downloader.field.waitFor();
});

test('without JavaScript the first link is extracted, and the others are listed', async () => {
  await using product = await openProduct();
  const page = await product.openPage('/', { javaScriptEnabled: false });
  const downloader = downloaderOn(page);
  await downloader.extract(`${scenes.photo.link} ${scenes.gif.link} ${scenes.video.link}`);
  await downloader.found.waitFor();
  const otherLinks = page.getByRole('region', {
    name: 'Your text holds 2 more links. Only the first one was read:',
  });
  expect(await otherLinks.getByRole('link').count()).toBe(2);
  const requestCount = product.threads.requests.length;
  await otherLinks.getByRole('link').first().click();
  expect(await downloader.field.inputValue()).toBe(scenes.gif.link);
  expect(product.threads.requests.length).toBe(requestCount);
  await page.getByRole('button', { name: 'Get Media Now - Free' }).click();
  await downloader.found.waitFor();
});
