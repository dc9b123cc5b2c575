import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { scenes } from '#test/fakes/threads/scenes.ts';
import { downloaderOn } from '#test/support/downloader-page.ts';
import { openProduct } from '#test/support/open-product.ts';

const phone = { viewport: { width: 320, height: 640 } };
const noScripts = { javaScriptEnabled: false };

/** Name or id of what has the focus. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document;
    return activeElement?.getAttribute('aria-label') ?? activeElement?.id ?? null;
  });

test.each([
  ['video', 'Video 1', 'Play', 'VIDEO'],
  ['gif', 'GIF 1', 'Play', 'DIV'],
  ['voice', 'Audio 1', 'Play', 'AUDIO'],
  ['photo', 'Image 1', 'Show', 'DIV'],
] as const)('focus goes into the preview of a %s and back to its still', async (scene, name, verb, tag) => {
  await using product = await openProduct();
  const page = await product.visit('/');
  await downloaderOn(page).extract(scenes[scene].link);
  const still = page.getByRole('button', { name: `${verb} ${name}`, exact: true });
  await still.press('Enter');
  const close = page.getByRole('button', { name: `Close ${name}`, exact: true });
  await close.waitFor();
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe(tag);
  await close.press('Enter');
  await still.waitFor();
  expect(await focused(page)).toBe(`${verb} ${name}`);
});

test('a closed notice gives the focus back, and covers the field it speaks of at no time', async () => {
  await using product = await openProduct();
  const page = await product.visit('/', phone);
  const downloader = downloaderOn(page);
  await downloader.extract(scenes.photo.link);
  await downloader.locked.first().press('Enter');
  const notice = downloader.toast('Verification required');
  await notice.waitFor();
  expect(await focused(page)).toBe('answer');
  const field = await downloader.answer.boundingBox();
  const cover = await notice.boundingBox();
  expect(field && cover && field.y >= 0 && field.y + field.height <= cover.y).toBe(true);

  await page.keyboard.press('F8');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  await notice.waitFor({ state: 'detached' });
  expect(await focused(page)).toBe('answer');

  await downloader.locked.first().press('Enter');
  await notice.getByRole('button', { name: 'Close' }).click();
  await notice.waitFor({ state: 'detached' });
  expect(await focused(page)).toBe('answer');
});

test('a notice does not outlive its step', async () => {
  await using product = await openProduct();
  const page = await product.visit('/');
  const downloader = downloaderOn(page);
  await downloader.extract(scenes.photo.link);
  await downloader.locked.first().click({ force: true });
  const notice = downloader.toast('Verification required');
  await notice.waitFor();
  await downloader.verify();
  await notice.waitFor({ state: 'detached', timeout: 1000 });
});

test('an empty answer keeps the sum and asks for one', async () => {
  await using product = await openProduct();
  const page = await product.visit('/');
  const downloader = downloaderOn(page);
  await downloader.extract(scenes.photo.link);
  await downloader.found.waitFor();
  const before = await downloader.sum();
  await downloader.type(' ');
  await page.getByText('Type the sum first.').waitFor();
  expect(await downloader.sum()).toEqual(before);
  expect(await focused(page)).toBe('answer');
});

test.each(['Escape', 'Cancel'])('%s stops a running extraction and leads back to the link', async (way) => {
  await using product = await openProduct();
  const page = await product.visit('/');
  const downloader = downloaderOn(page);
  await downloader.extract(scenes.slow.link);
  const cancel = page.getByRole('button', { name: 'Cancel', exact: true });
  await cancel.waitFor();
  if (way === 'Escape') await page.keyboard.press('Escape');
  else await cancel.click();
  await cancel.waitFor({ state: 'detached' });
  expect(await focused(page)).toBe('link');
  expect(await downloader.field.inputValue()).toBe(scenes.slow.link);
});

test('a refused link is said right under its field, in view', async () => {
  await using product = await openProduct();
  const page = await product.visit('/', phone);
  await downloaderOn(page).extract('https://example.org/video');
  const fault = page.getByRole('alert').filter({ hasText: 'Invalid URL' });
  await fault.waitFor();
  const [field, words] = [await downloaderOn(page).field.boundingBox(), await fault.boundingBox()];
  if (!field || !words) throw new Error('nothing to see');
  expect(words.y - (field.y + field.height)).toBeLessThan(16);
  expect(field.y).toBeGreaterThanOrEqual(0);
  expect(words.y + words.height).toBeLessThanOrEqual(phone.viewport.height);
});

test('without scripts every answer begins at its step, and a still leads to its media', async () => {
  await using product = await openProduct();
  const page = await product.visit('/', { ...noScripts, ...phone });
  const downloader = downloaderOn(page);
  await downloader.extract(scenes.gif.link);
  await downloader.found.waitFor();
  expect(new URL(page.url()).hash).toBe('#downloader');
  expect((await downloader.found.boundingBox())?.y).toBeLessThan(phone.viewport.height);
  const still = page.getByRole('link', { name: 'Play GIF 1' });
  const answer = await page.request.get(new URL((await still.getAttribute('href')) ?? '', page.url()).href);
  expect(answer.headers()['content-type']).toMatch(/^image\//);

  await downloader.verify();
  expect(new URL(page.url()).hash).toBe('#verification');
  await downloader.ready.waitFor();
});

test('names without a break stay inside a narrow page', async () => {
  await using product = await openProduct();
  const page = await product.visit('/', phone);
  const name = 'n'.repeat(120);
  await page.route('**/functions/v1/extract-threads-media', async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    answer.post.author.name = name;
    for (const quality of answer.qualities) {
      quality.alt = name;
      quality.source = { kind: 'quoted', username: name };
    }
    await route.fulfill({ response, json: answer });
  });
  const downloader = downloaderOn(page);
  await downloader.extract(scenes.photo.link);
  await downloader.found.waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.viewport.width);
});

test('a saved file says so, and can be saved again', async () => {
  await using product = await openProduct();
  const page = await product.visit('/');
  const downloader = downloaderOn(page);
  await downloader.extract(scenes.photo.link);
  await downloader.found.waitFor();
  await downloader.verify();
  const first = await downloader.save(downloader.downloads.first());
  await page.getByText('Saved', { exact: true }).waitFor();
  const second = await downloader.save(downloader.downloads.first());
  expect(second.sha256).toBe(first.sha256);
});
