import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { scenes } from '#test/fakes/threads/scenes.ts';
import { waitForHydration } from '#test/support/browser-page.ts';
import { downloaderOn, messages } from '#test/support/downloader-page.ts';
import { openProduct } from '#test/support/open-product.ts';

const { photo } = scenes;
const encoded = encodeURIComponent(photo.link);
const bare = photo.link.replace('https://', '');

test('the share menu and our address before the link open the post without downloading anything', async () => {
  await using product = await openProduct();
  const page = await product.openPage('/');
  let downloads = 0;
  page.on('download', () => {
    downloads += 1;
  });
  for (const path of [
    `/?title=A+post&text=${encodeURIComponent(`Look at this: ${photo.link}?xmt=1`)}`,
    `/https:/${bare}?xmt=1`,
  ]) {
    await page.goto(product.app.origin + path);
    await downloaderOn(page).found.waitFor();
    expect(await page.getByLabel('Processing URL').inputValue(), path).toMatch(
      new RegExp(`/post/${photo.code}$`),
    );
    expect(new URL(page.url()).pathname + new URL(page.url()).search, path).toBe('/');
  }
  expect(downloads).toBe(0);
});

test('without JavaScript a shared link only fills the form, which then works', async () => {
  await using product = await openProduct();
  const page = await product.openPage('/?text=no+link+here', { javaScriptEnabled: false });
  const downloader = downloaderOn(page);
  expect(await downloader.field.inputValue()).toBe('no link here');
  await page.getByText('Invalid URL', { exact: true }).waitFor();
  await page.goto(`${product.app.origin}/?url=${encoded}`);
  expect(await downloader.field.inputValue()).toBe(photo.link);
  // The page of the test before may still ask for the sizes of its files.
  expect(product.threads.requests.filter(({ host }) => host !== 'media')).toEqual([]);
  await page.getByRole('button', { name: 'Get Media Now - Free' }).click();
  await downloader.found.waitFor();
});

test('a page with a link is not cached or indexed and sends no referrer', async () => {
  await using product = await openProduct();
  const { origin } = product.app;
  for (const path of [`/?url=${encoded}`, `/de?text=${encoded}`, `/https://${bare}`]) {
    const response = await fetch(origin + path);
    expect(response.status, path).toBe(200);
    expect(response.headers.get('cache-control'), path).toBe('private, no-store');
    expect(response.headers.get('referrer-policy'), path).toBe('no-referrer');
    expect(response.headers.get('x-robots-tag'), path).toBe('noindex');
    const html = await response.text();
    expect(html).toContain(photo.code);
    // The canonical URL is the home page.
    const [, canonical = ''] = /<link rel="canonical" href="([^"]*)"/.exec(html) ?? [];
    const { pathname, search } = new URL(canonical);
    expect(pathname + search, path).toBe(path.startsWith('/de') ? '/de' : '/');
  }
  expect(await (await fetch(origin)).text()).not.toContain(photo.code);
  for (const path of [
    '/https://evil.example/',
    '/de/https://evil.example',
    '/https:/evil.example/@a/post/x',
  ]) {
    const response = await fetch(origin + path, { redirect: 'manual' });
    expect(response.status, path).toBe(404);
    expect(response.headers.get('location'), path).toBe(null);
  }
  expect(product.threads.requests).toEqual([]);
});

/** Opens a page and waits until the service worker has cached it. */
async function openCachedPage(product: Awaited<ReturnType<typeof openProduct>>, path: string): Promise<Page> {
  const page = await product.openPage(path, { serviceWorkers: 'allow' });
  await expect.poll(() => listCachedPaths(page), { timeout: 20_000 }).toContain(path);
  return page;
}

const listCachedPaths = (page: Page) =>
  page.evaluate(async () => {
    const stores = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const requests = (await Promise.all(stores.map((store) => store.keys()))).flat();
    return requests.map(({ url }) => new URL(url).pathname);
  });

test('offline, the home page loads and accepts a shared link; no other page is cached', async () => {
  await using product = await openProduct();
  const page = await openCachedPage(product, '/de');
  const context = page.context();
  await context.setOffline(true);
  await page.goto(`${product.app.origin}/de?text=${encoded}`);
  // Chromium resets the emulated `navigator.onLine` on navigation.
  await context.setOffline(false);
  await context.setOffline(true);
  await page.getByText('Du bist offline.').waitFor();
  const downloader = downloaderOn(page, messages.de);
  await expect.poll(() => downloader.field.inputValue()).toBe(photo.link);
  const other = await page.goto(`${product.app.origin}/about`).catch(() => null);
  expect(other).toBe(null);

  await context.setOffline(false);
  await page.goto(`${product.app.origin}/de`);
  await waitForHydration(page);
  await expect.poll(() => page.getByText('Du bist offline.').count()).toBe(0);
  await downloader.extract(photo.link);
  await downloader.found.waitFor();
  await downloader.verify();
  await downloader.save(downloader.downloads.first());
  await page.goto(`${product.app.origin}/admin`);
  await page.goto(`${product.app.origin}/blog`);
  const cachedPaths = await listCachedPaths(page);
  const isStart = (path: string) => /^\/(de|favicon\.svg|assets\/[\w.-]+\.(js|css|woff2))$/.test(path);
  expect(cachedPaths.filter((path) => !isStart(path))).toEqual([]);
  expect(cachedPaths.filter((path) => path === '/de').length).toBe(1);
});

test('a newer build takes over and deletes the older cache', async () => {
  await using product = await openProduct();
  // A page without a worker: one that was removed is kept, and not installed again, while a page uses it.
  const page = await product.openPage('/about', { serviceWorkers: 'allow' });
  await page.evaluate(async () => {
    const store = await caches.open('start-older');
    await store.put('/de', new Response('<p>old</p>', { headers: { 'content-type': 'text/html' } }));
  });
  await page.goto(product.app.origin);
  await expect
    .poll(() => page.evaluate(() => caches.keys()), { timeout: 30_000 })
    .toEqual([expect.stringMatching(/^start-[\w-]{12}$/)]);
  await expect.poll(() => listCachedPaths(page)).toEqual(expect.arrayContaining(['/', '/de']));
  const text = await page.evaluate(async () => (await caches.match('/de'))?.text());
  expect(text).toContain('lang="de"');
});

test('the app can be installed in each language', async () => {
  await using product = await openProduct();
  const page = await product.openPage('/th');
  const session = await page.context().newCDPSession(page);
  const { errors, data, url } = await session.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  expect(new URL(url).pathname).toBe('/th/manifest.webmanifest');
  expect(JSON.parse(data ?? '')).toMatchObject({
    start_url: '/th',
    share_target: { action: '/th' },
    lang: 'th',
  });
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual(
    [],
  );
  const response = await fetch(`${product.app.origin}/en/manifest.webmanifest`, { redirect: 'manual' });
  expect(response.headers.get('location')).toBe('/manifest.webmanifest');
});
