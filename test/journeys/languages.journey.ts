import { expect, test } from 'vitest';
import { scenes } from '#test/fakes/threads/scenes.ts';
import { expectAccessible } from '#test/support/accessibility.ts';
import { downloaderOn, words } from '#test/support/downloader-page.ts';
import { hydrated } from '#test/support/hydrated.ts';
import { openProduct } from '#test/support/open-product.ts';

const phone = { width: 320, height: 700 };

test.each([['de'], ['th']] as const)('the whole job in %s', async (locale) => {
  await using product = await openProduct();
  const page = await product.visit(`/${locale}`, { viewport: phone, colorScheme: 'dark' });
  const downloader = downloaderOn(page, words[locale]);
  await expectAccessible(page, 'at first');
  await downloader.extract(scenes.carouselMixed.link);
  await downloader.found.waitFor();
  expect(await downloader.locked.count()).toBe(20);
  await expectAccessible(page, 'with results');
  await downloader.verify();
  const { expected } = scenes.carouselMixed;
  const saved = await downloader.save(downloader.downloads.nth(2));
  expect('items' in expected && expected.items[2]?.sha256).toBe(saved.sha256);
  expect(saved.name).toMatch(/^threads-[a-z]+-3-\d{13}\.\w+$/);
  await expectAccessible(page, 'after a download');

  await page.goto(`${product.app.origin}/${locale}`);
  await hydrated(page);
  await downloader.extract(scenes.private.link);
  await downloader.problem.waitFor();
  await page.getByText(words[locale]['error.post.private']).first().waitFor();
  await expectAccessible(page, 'with a problem');
});

test('a missing page says so in a page of ours, with status 404', async () => {
  await using product = await openProduct();
  const page = await product.visit('/no/such/page');
  await page.getByRole('heading', { name: 'Oops! Page not found' }).waitFor();
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/');
  expect((await fetch(`${product.app.origin}/no/such/page`)).status).toBe(404);
  await expect.poll(() => product.app.output.some((line) => line.includes('"/no/such/page"'))).toBe(true);
});

test('the counter starts where it was told to and grows', async () => {
  await using product = await openProduct();
  const context = await product.browser.newContext({ locale: 'en-GB' });
  const page = await context.newPage();
  await page.clock.install();
  await page.goto(product.app.origin);
  const read = async () =>
    Number(((await page.getByText(/^2,847,\d{3}\+$/).textContent()) ?? '').replace(/\D/g, ''));
  const start = await read();
  expect(start).toBeGreaterThanOrEqual(2_847_692);
  expect(start).toBeLessThanOrEqual(2_847_696);
  const afterAWhile = async () => {
    await page.clock.runFor(31_000);
    return read();
  };
  await expect.poll(afterAWhile).toBeGreaterThan(start);
  await context.close();
});
