import { expect, test } from 'vitest';
import { hydrated } from '#test/support/hydrated.ts';
import { openProduct } from '#test/support/open-product.ts';

const isScript = (url: string) => new URL(url).pathname.endsWith('.js');

test('a page asks for its scripts only when its styles are there, and then runs them', async () => {
  await using product = await openProduct();
  const page = await (await product.browser.newContext()).newPage();
  const order: string[] = [];
  page.on('request', (request) => {
    if (isScript(request.url())) order.push('script');
  });
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'stylesheet') order.push('styles');
  });
  await page.goto(product.app.origin);
  await hydrated(page);
  expect(order.length).toBeGreaterThan(3);
  expect(order.indexOf('styles')).toBe(0);
});

test('a page opened in the background runs its scripts without a paint to wait for', async () => {
  await using product = await openProduct();
  const page = await (await product.browser.newContext()).newPage();
  await page.addInitScript(() => {
    Object.defineProperty(document, 'hidden', { value: true });
    window.requestAnimationFrame = () => 0;
  });
  await page.goto(product.app.origin);
  await hydrated(page);
  expect(await page.evaluate(() => performance.getEntriesByName('hydrated').length)).toBe(1);
});
