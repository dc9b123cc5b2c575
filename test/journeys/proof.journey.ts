import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { scenes } from '#test/fakes/threads/scenes.ts';
import { downloaderOn, words } from '#test/support/downloader-page.ts';
import { hydrated } from '#test/support/hydrated.ts';
import { openProduct } from '#test/support/open-product.ts';

const environment = { VERIFICATION: 'proof' };
const busy = 'One moment: your browser is finishing a short calculation.';

async function found(page: Page, scene: keyof typeof scenes) {
  const downloader = downloaderOn(page);
  await downloader.extract(scenes[scene].link);
  await downloader.found.waitFor();
  return downloader;
}

function digestOf(scene: keyof typeof scenes): string | undefined {
  const { expected } = scenes[scene];
  return 'items' in expected ? (expected.items[0]?.sha256 ?? undefined) : undefined;
}

test.each([
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
])(
  'a visitor at $width px does the sum, the browser does the work, and the file is saved',
  async (viewport) => {
    await using product = await openProduct(environment);
    const page = await product.visit('/', { viewport });
    const downloader = await found(page, 'video');
    expect(await downloader.downloads.count()).toBe(0);
    await downloader.verify();
    const saved = await downloader.save(downloader.downloads.first());
    expect(saved.sha256).toBe(digestOf('video'));
    await page.getByRole('button', { name: /^Play/ }).first().click();
    await expect
      .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.readyState))
      .toBeGreaterThan(0);
  },
);

test('while the browser works the page says so; where the work is not taken it says that, and tries again', async () => {
  await using product = await openProduct(environment);
  const page = await product.visit('/');
  let isRefusing = true;
  const { promise: asked, resolve: noteAsked } = Promise.withResolvers<void>();
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  await page.route('**/functions/v1/redeem-proof', async (route) => {
    noteAsked();
    if (!isRefusing) return route.continue();
    await held;
    return route.fulfill({ json: { success: false, code: 'proof.expired', error: 'x' } });
  });
  const downloader = await found(page, 'photo');
  await asked;
  const { left, right } = await downloader.sum();
  await downloader.type(String(left + right));
  await page.getByText(busy).waitFor();
  expect(await downloader.downloads.count()).toBe(0);
  letGo();
  await page.getByText('The calculation could not be finished, so the files stay locked.').waitFor();
  expect(await downloader.downloads.count()).toBe(0);
  isRefusing = false;
  await page.getByRole('button', { name: 'Try the calculation again' }).click();
  await page.getByText('Captcha verified', { exact: true }).waitFor();
  const saved = await downloader.save(downloader.downloads.first());
  expect(saved.sha256).toBe(digestOf('photo'));
});

test('an address that has expired is renewed together with its pass', async () => {
  await using product = await openProduct(environment);
  const page = await product.visit('/');
  const downloader = await found(page, 'photo');
  await downloader.verify();
  let isFirst = true;
  await page.route('**/media/*', (route) => {
    if (!isFirst || route.request().method() !== 'GET' || !route.request().url().includes('?pass='))
      return route.continue();
    isFirst = false;
    return route.fulfill({ status: 403, json: { success: false, code: 'ticket.locked' } });
  });
  const saved = await downloader.save(downloader.downloads.first());
  expect(isFirst).toBe(false);
  expect(saved.sha256).toBe(digestOf('photo'));
});

test('after a post that a plain form brought, the next one is proved for by its own question', async () => {
  await using product = await openProduct(environment);
  const page = await product.visit('/');
  const downloader = downloaderOn(page);
  await downloader.field.fill(scenes.photo.link);
  // As before the page's scripts are there: no listener hears of it.
  await Promise.all([
    page.waitForEvent('load'),
    downloader.field.evaluate((field: HTMLInputElement) => field.form?.submit()),
  ]);
  await hydrated(page);
  const sealed = page.locator('input[name=token]');
  expect(await sealed.count()).toBe(1);
  await downloader.verify();
  await page.getByRole('button', { name: words.en['action.another'], exact: true }).click();
  await downloader.extract(scenes.video.link);
  await downloader.found.waitFor();
  expect(await sealed.count()).toBe(0);
  await downloader.verify();
  const saved = await downloader.save(downloader.downloads.first());
  expect(saved.sha256).toBe(digestOf('video'));
});

test('without scripts the page says what is missing, and no file is given', async () => {
  await using product = await openProduct(environment);
  const page = await product.visit('/', { javaScriptEnabled: false });
  const downloader = await found(page, 'photo');
  const said = page.getByText('Before this site gives a file, your browser does a short calculation.');
  await said.waitFor();
  const { left, right } = await downloader.sum();
  await downloader.type(String(left + right));
  await downloader.answer.waitFor({ state: 'detached' });
  await said.waitFor();
  expect(await page.getByRole('link', { name: /^Download / }).count()).toBe(0);
  expect(await downloader.ready.count()).toBe(0);
});

test('in page mode nothing of it is loaded or asked for', async () => {
  await using product = await openProduct();
  const page = await product.visit('/');
  const paths: string[] = [];
  page.on('request', (request) => paths.push(new URL(request.url()).pathname));
  const downloader = await found(page, 'photo');
  await downloader.verify();
  await downloader.save(downloader.downloads.first());
  expect(paths.filter((path) => /worker|redeem/i.test(path))).toEqual([]);
});
