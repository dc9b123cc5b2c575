import type { BrowserContextOptions, Page } from 'playwright';
import { expect } from 'vitest';
import { localizedPath } from '#i18n/localized-path.ts';
import { scenes } from '#test/fakes/threads/scenes.ts';
import { unpack } from '#test/support/start-zip-relay.ts';
import { readDownload } from './browser-page.ts';
import { downloaderOn, messages } from './downloader-page.ts';
import type { Product } from './open-product.ts';

type ResultLocale = keyof typeof messages;

/** A visit with an album, a thread and several links, as a person has it, in any language and on any device. */
export async function visitResults(
  product: Product,
  device: BrowserContextOptions,
  locale: ResultLocale,
): Promise<void> {
  const page = await product.openPage(localizedPath(locale, '/'), device);
  await visitAlbum(page, locale);
  await visitThread(page, locale);
  await visitThreeLinks(page, locale);
  await page.close();
}

/** The sum and the filter move nothing, the ZIP has what the filter shows, and Back closes the viewer. */
async function visitAlbum(page: Page, locale: ResultLocale): Promise<void> {
  const texts = messages[locale];
  const downloader = downloaderOn(page, texts);
  await downloader.extract(scenes.carouselMixed.link);
  await downloader.found.waitFor();
  // From its heading, the keyboard reaches the sum by the link that skips the album.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect.poll(() => downloader.answer.evaluate((field) => field === document.activeElement)).toBe(true);

  await page.evaluate(() => window.scrollBy({ top: 300, behavior: 'instant' }));
  const readScroll = () => page.evaluate(() => window.scrollY);
  const before = await readScroll();
  await page.getByRole('button', { name: texts['verification.refresh'] }).click();
  await downloader.type('1');
  await page.getByRole('alert').filter({ hasText: texts['verification.wrong'] }).waitFor();
  await downloader.verify();
  expect(await readScroll()).toBe(before);
  await downloader.ready.waitFor();
  const focused = page.locator(':focus');
  expect(await focused.evaluate((button) => button.closest('.action-bar') !== null)).toBe(true);
  const box = await focused.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0);

  await page.getByRole('button', { name: texts['filter.videos'], exact: true }).click();
  const shown = await page.getByRole('checkbox').count();
  expect(shown).toBeLessThan(20);
  const bar = page.getByRole('button', { name: texts['zip.download'].replace('{count}', String(shown)) });
  const [download] = await Promise.all([page.waitForEvent('download'), bar.click()]);
  const files = await unpack(await readDownload(download));
  expect([...files.keys()].filter((name) => !name.startsWith('post.'))).toHaveLength(shown);

  const video = page.getByRole('button', {
    name: new RegExp(`^${texts['media.play'].replace('{name}', '.+')}$`),
  });
  await video.nth(1).click();
  const viewer = page.getByRole('dialog');
  await viewer.waitFor();
  await page.goBack();
  await viewer.waitFor({ state: 'detached' });
  await downloader.ready.waitFor();
  expect(
    await video.nth(1).evaluate((button) => button.closest('li')?.contains(document.activeElement)),
  ).toBe(true);
}

/** Words come first, and the address of the whole thread survives a reload. */
async function visitThread(page: Page, locale: ResultLocale): Promise<void> {
  const texts = messages[locale];
  const downloader = downloaderOn(page, texts);
  await page.getByRole('button', { name: texts['action.another'] }).click();
  await downloader.extract(scenes.thread.link);
  const notice = page.getByRole('listitem').filter({ hasText: texts['toast.found.title'] });
  await notice.filter({ hasText: texts['toast.found.ready'].replace('{count}', '1') }).waitFor();
  await page.getByRole('button', { name: texts['thread.show'] }).click();
  const words = page.getByRole('blockquote').first();
  const expectWords = async () => {
    await page.locator('.reading-page h3').first().waitFor();
    await expect.poll(async () => (await words.boundingBox())?.y).toBeGreaterThanOrEqual(0);
    const { y = 0, height = 0 } = (await words.boundingBox()) ?? {};
    expect(y + height).toBeLessThanOrEqual((page.viewportSize()?.height ?? 0) - 72);
  };
  await expectWords();
  expect(new URL(page.url()).hash).toMatch(/\/thread$/);
  await page.reload();
  await expectWords();
}

/** One of them fails; a reload and Back return to all. */
async function visitThreeLinks(page: Page, locale: ResultLocale): Promise<void> {
  const texts = messages[locale];
  const downloader = downloaderOn(page, texts);
  await page.getByRole('button', { name: texts['action.another'] }).click();
  await downloader.extract([scenes.photo, scenes.gone, scenes.gif].map(({ link }) => link).join(' '));
  const expectResults = async () => {
    await page.getByText(texts['batch.progress'].replace('{done}', '2').replace('{total}', '3')).waitFor();
    await downloader.problem.waitFor();
  };
  await expectResults();
  await page.reload();
  await expectResults();
  await page.goto(new URL(localizedPath(locale, '/blog'), page.url()).href);
  await page.goBack();
  await expectResults();
}
