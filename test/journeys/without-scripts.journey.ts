import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import type { PostList } from '#blog/contract.ts';
import { scenes } from '#test/fakes/threads/scenes.ts';
import { waitForHydration } from '#test/support/browser-page.ts';
import { downloaderOn, listDigests, messages } from '#test/support/downloader-page.ts';
import { openProduct } from '#test/support/open-product.ts';

const plain = { javaScriptEnabled: false };
const environment = { SEED: 'demo' };
const { de } = messages;

/** Its scripts have failed to load. Those of the next page do. */
async function openWithoutScripts(page: Page, url: string): Promise<void> {
  const scripts = /\/assets\/.*\.js$/;
  await page.context().route(scripts, (route) => route.abort());
  const failed = page.waitForEvent('requestfailed');
  await page.goto(url);
  await failed;
  await page.context().unroute(scripts);
}

/** In the page: what labels the focused element. */
function readNameOfFocus(): string {
  const id = document.activeElement?.getAttribute('aria-labelledby');
  return (id && document.getElementById(id)?.textContent) || '';
}

test('the whole flow works without JavaScript', async () => {
  await using product = await openProduct(environment);
  const page = await product.openPage('/', plain);
  const downloader = downloaderOn(page);
  await downloader.extract(scenes.photo.link);
  await downloader.found.waitFor();
  expect(await page.getByRole('link', { name: /^Download / }).count()).toBe(0);

  const { left, right } = await downloader.sum();
  await downloader.type(String(left + right + 1));
  await downloader.found.waitFor();
  expect(await page.getByRole('link', { name: /^Download / }).count()).toBe(0);

  await downloader.verify({ isSent: true });
  const saved = await downloader.save(page.getByRole('link', { name: /^Download / }).first());
  expect(saved.sha256).toBe(listDigests('photo')[0]);
  expect(saved.name).toMatch(/^threads-image-1-\d{13}\.webp$/);

  await page.getByRole('button', { name: 'Download Another' }).click();
  await downloader.field.waitFor();
});

test('a form that was sent before the scripts had loaded gives a result that works with them', async () => {
  await using product = await openProduct(environment);
  const page = await product.openPage('/about', { viewport: { width: 1280, height: 800 } });
  const downloader = downloaderOn(page);
  const sendEarly = async (link: string) => {
    await openWithoutScripts(page, product.app.origin);
    await downloader.field.fill(link);
    await page.keyboard.press('Enter');
    await page.waitForURL(/#downloader$/);
    await waitForHydration(page);
  };
  await sendEarly(scenes.carouselMixed.link);
  await downloader.found.waitFor();
  const opened = await page.evaluate(() => performance.timeOrigin);
  await downloader.verify();
  expect(await page.evaluate(() => performance.timeOrigin)).toBe(opened);
  const saved = await downloader.save(downloader.downloads.first());
  expect(saved.sha256).toBe(listDigests('carouselMixed')[0]);

  // The visit knows the sum, the server's page doesn't.
  await sendEarly(scenes.carouselMixed.link);
  await downloader.ready.waitFor();
  const zip = await downloader.save(page.getByRole('button', { name: /^Download \d+/ }));
  expect(zip.name).toMatch(/\.zip$/);

  await sendEarly(scenes.threadWords.link);
  await page.getByRole('button', { name: messages.en['thread.show'] }).click();
  await expect
    .poll(() => page.evaluate(readNameOfFocus), { message: 'the name of the thread, which has the focus' })
    .not.toBe('');
});

test('text that was typed before the scripts of the contact form had loaded stays', async () => {
  await using product = await openProduct(environment);
  const page = await product.openPage('/about');
  const message = page.getByLabel(messages.en['contact.message.label']);
  const missing = page.getByText(messages.en['contact.name.missing']);
  await openWithoutScripts(page, `${product.app.origin}/contact`);
  await message.fill('Typed early');
  await page.getByRole('button', { name: messages.en['contact.send'] }).click();
  await missing.waitFor();
  await waitForHydration(page);
  expect(await message.inputValue()).toBe('Typed early');
  await page.getByLabel(messages.en['contact.name.label']).fill('Ada');
  await missing.waitFor({ state: 'detached' });
});

test('the page that a failed download leads back to shows the reason', async () => {
  await using product = await openProduct(environment);
  const html = await (await fetch(`${product.app.origin}/de?problem=media.wrong_type`)).text();
  expect(html).toContain(de['error.media.wrong_type']);
});

test('the blog list can be searched, filtered, cleared and paged without JavaScript', async () => {
  await using product = await openProduct(environment);
  const page = await product.openPage('/de/blog', { ...plain, viewport: { width: 320, height: 700 } });
  const fetchList = async (query: string): Promise<PostList> =>
    (await fetch(`${product.app.origin}/api/blog/posts?fields=summary&locale=de${query}`)).json();
  const titles = page.getByRole('region', { name: de['blog.list.posts'], exact: true }).getByRole('heading');
  const expectTitles = async (query: string) =>
    expect
      .poll(() => titles.allTextContents())
      .toEqual((await fetchList(query)).posts.map(({ title }) => title));
  const getRelativeUrl = () => page.url().slice(product.app.origin.length);
  const search = page.getByRole('searchbox', { name: de['blog.list.search'], exact: true });
  const category = page.getByLabel(de['blog.list.category'], { exact: true });
  const submit = page.getByRole('button', { name: de['blog.list.search'], exact: true });
  const clear = page.getByRole('button', { name: de['blog.list.clear'], exact: true });
  await search.fill('gif');
  await submit.click();
  await expectTitles('&search=gif');
  expect(getRelativeUrl()).toBe('/de/blog?search=gif');
  expect(await search.inputValue()).toBe('gif');
  await search.fill('');
  await category.selectOption('guides');
  await submit.click();
  await expectTitles('&category=guides');
  expect(getRelativeUrl()).toBe('/de/blog?category=guides');
  expect(await category.inputValue()).toBe('guides');
  await clear.click();
  await expectTitles('');
  expect(await clear.count()).toBe(0);
  await page.goto(`${product.app.origin}/blog`);
  await page.getByRole('link', { name: messages.en['blog.list.next'], exact: true }).click();
  expect(getRelativeUrl()).toBe('/blog?page=2');
});
