import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { type SceneName, scenes } from '#test/fakes/threads/scenes.ts';
import { downloaderOn } from '#test/support/downloader-page.ts';
import { openProduct } from '#test/support/open-product.ts';

const five = ['video', 'photo', 'gone', 'gif', 'carouselVideos'] as const satisfies readonly SceneName[];

function digestOf(scene: SceneName): string | undefined {
  const { expected } = scenes[scene];
  return 'items' in expected ? (expected.items[0]?.sha256 ?? undefined) : undefined;
}

const cardOf = (page: Page, scene: SceneName) =>
  page
    .getByRole('list', { name: '5 links' })
    .locator(':scope > li')
    .filter({ hasText: scenes[scene].link.split('/').at(-1) as string });

test('five links are pasted on a phone, one fails alone, and one sum opens the others', async () => {
  await using product = await openProduct();
  const page = await product.visit('/', {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const downloader = downloaderOn(page);
  // By the keyboard: the field itself would take the line ends away.
  const text = `Look:\n${five.map((scene) => scenes[scene].link).join('\n')}\nnice`;
  await page.evaluate((clip) => navigator.clipboard.writeText(clip), text);
  await downloader.field.focus();
  await page.keyboard.press('ControlOrMeta+V');
  await page.getByText('4 of 5 read. 1 could not be read.').waitFor();
  await cardOf(page, 'gone').getByRole('heading', { name: 'Unable to process URL' }).waitFor();
  await downloader.verify();
  for (const scene of ['video', 'gif'] as const) {
    const button = cardOf(page, scene).getByRole('button', { name: /^Download / });
    expect((await downloader.save(button.first())).sha256, scene).toBe(digestOf(scene));
  }
  await page.getByRole('button', { name: 'Download Another' }).click();
  await downloader.field.waitFor();
});

test('without scripts the first link is read, and the others are one press away', async () => {
  await using product = await openProduct();
  const page = await product.visit('/', { javaScriptEnabled: false });
  const downloader = downloaderOn(page);
  await downloader.extract(`${scenes.photo.link} ${scenes.gif.link} ${scenes.video.link}`);
  await downloader.found.waitFor();
  const others = page.getByRole('region', {
    name: 'Your text holds 2 more links. Only the first one was read:',
  });
  expect(await others.getByRole('link').count()).toBe(2);
  const read = product.threads.requests.length;
  await others.getByRole('link').first().click();
  expect(await downloader.field.inputValue()).toBe(scenes.gif.link);
  expect(product.threads.requests.length).toBe(read);
  await page.getByRole('button', { name: 'Get Media Now - Free' }).click();
  await downloader.found.waitFor();
});
