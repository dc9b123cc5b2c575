import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { type SceneName, scenes } from '#test/fakes/threads/scenes.ts';
import { expectAccessible } from '#test/support/accessibility.ts';
import { downloaderOn } from '#test/support/downloader-page.ts';
import { openProduct } from '#test/support/open-product.ts';

const five = ['video', 'photo', 'gone', 'gif', 'carouselVideos'] as const satisfies readonly SceneName[];
const textOf = (names: readonly SceneName[]) => names.map((name) => scenes[name].link).join('\n');
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

function digestOf(scene: SceneName): string | undefined {
  const { expected } = scenes[scene];
  return 'items' in expected ? (expected.items[0]?.sha256 ?? undefined) : undefined;
}

/** As by the keyboard: the field itself would take the line ends away. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((clip) => navigator.clipboard.writeText(clip), text);
  await page.getByLabel('Link to the Threads post').focus();
  await page.keyboard.press('ControlOrMeta+V');
}

const cardOf = (page: Page, scene: SceneName) =>
  page
    .getByRole('list', { name: /links$/ })
    .locator(':scope > li')
    .filter({ hasText: scenes[scene].link.split('/').at(-1) as string });

test.each([['desktop', {}] as const, ['phone', phone] as const])(
  'five links are pasted on a %s, one fails alone, and one sum opens the others',
  async (_, device) => {
    await using product = await openProduct();
    const page = await product.visit('/', { ...device, permissions: ['clipboard-read', 'clipboard-write'] });
    await paste(page, `Look:\n${textOf(five)}\nnice`);
    await page.getByRole('heading', { name: '5 links' }).waitFor();
    await page.getByText('4 of 5 read. 1 could not be read.').waitFor();
    expect(await page.getByRole('list', { name: '5 links' }).locator(':scope > li').count()).toBe(5);
    const gone = cardOf(page, 'gone');
    await gone.getByRole('heading', { name: 'Unable to process URL' }).waitFor();
    expect(await gone.getByRole('button', { name: 'Try again' }).count()).toBe(1);

    const downloader = downloaderOn(page);
    expect(await downloader.downloads.count()).toBe(0);
    expect(await page.getByRole('heading', { name: 'Security verification' }).count()).toBe(1);
    await expectAccessible(page, 'several links');
    await downloader.verify();
    expect(await downloader.locked.count()).toBe(0);
    for (const scene of ['video', 'gif'] as const) {
      const button = cardOf(page, scene)
        .getByRole('button', { name: /^Download / })
        .first();
      expect((await downloader.save(button)).sha256, scene).toBe(digestOf(scene));
    }

    await page.getByRole('button', { name: 'Download Another' }).click();
    await downloader.field.waitFor();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('link');
  },
);

test('a link that failed is tried again by itself, and focus stays with it', async () => {
  await using product = await openProduct();
  const page = await product.visit('/');
  let asked = 0;
  await page.route('**/functions/v1/extract-threads-media', async (route) => {
    const isPhoto = route
      .request()
      .postData()
      ?.includes(scenes.photo.link.split('/').at(-1) as string);
    if (isPhoto && asked++ === 0) return route.fulfill({ status: 500, json: { error: 'Not now.' } });
    return route.continue();
  });
  await downloaderOn(page).extract(`${scenes.video.link} ${scenes.photo.link}`);
  const card = cardOf(page, 'photo');
  await card.getByText('Not now.').waitFor();
  await card.getByRole('button', { name: 'Try again' }).click();
  await card.getByRole('heading', { name: 'Image 1' }).waitFor();
  expect(await card.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await page.getByText('2 of 2 read.', { exact: true }).waitFor();
});

test('a limit is waited out before the eyes of the visitor, and at most two are asked at once', async () => {
  await using product = await openProduct();
  const page = await product.visit('/');
  await page.clock.install();
  let isLimited = true;
  let running = 0;
  let most = 0;
  await page.route('**/functions/v1/extract-threads-media', async (route) => {
    if (isLimited) {
      return route.fulfill({ status: 429, headers: { 'retry-after': '30' }, json: { error: 'Too much.' } });
    }
    running += 1;
    most = Math.max(most, running);
    const answer = await route.fetch();
    running -= 1;
    return route.fulfill({ response: answer });
  });
  await downloaderOn(page).extract(textOf(['video', 'photo', 'gif', 'voice']).replaceAll('\n', ' '));
  await page.getByText('That was a lot at once. It continues by itself in a moment.').waitFor();
  await page.getByText('Continuing in 30 seconds').waitFor();
  await page.clock.runFor('00:10');
  await page.getByText(/Continuing in (19|20) seconds/).waitFor();
  expect(await page.getByRole('heading', { name: 'Unable to process URL' }).count()).toBe(0);
  isLimited = false;
  await page.clock.runFor('00:21');
  await page.getByText('4 of 4 read.', { exact: true }).waitFor();
  expect(most).toBe(2);
});

test('of more than twenty links the first twenty are taken, and one press takes the next', async () => {
  await using product = await openProduct();
  const page = await product.visit('/');
  const asked: string[] = [];
  await page.route('**/functions/v1/extract-threads-media', (route) => {
    asked.push(route.request().postDataJSON().url);
    return route.fulfill({ json: { success: false, code: 'post.gone', error: 'Gone.', qualities: [] } });
  });
  const links = Array.from(
    { length: 23 },
    (_, index) => `https://www.threads.com/@a/post/DAbcdefgh${index + 10}`,
  );
  await downloaderOn(page).extract([...links, links[0]].join(' '));
  await page
    .getByText('This text holds 23 links. Here are the first 20; go on with the others below them.')
    .waitFor();
  await page.getByText('0 of 20 read. 20 could not be read.').waitFor();
  expect(asked.sort()).toEqual(links.slice(0, 20));
  expect(await page.getByRole('list', { name: '20 links' }).locator(':scope > li').count()).toBe(20);
  await page.getByRole('button', { name: 'Read the next 3 links' }).click();
  await page.getByText('0 of 3 read. 3 could not be read.').waitFor();
  expect(asked.slice(20).sort()).toEqual(links.slice(20));
});

test('one link far behind where its text names the site is the one that is read', async () => {
  await using product = await openProduct();
  const page = await product.visit('/');
  const downloader = downloaderOn(page);
  const { link } = scenes.photo;
  await downloader.extract(
    `More on threads.com/@me ${'and so on, '.repeat(300)} ${link} ${'good '.repeat(300)}`,
  );
  await downloader.found.waitFor();
  expect(await page.getByLabel('Processing URL').inputValue()).toBe(link);
});

test('a link is dropped anywhere on the page, and another one takes its place', async () => {
  await using product = await openProduct();
  const page = await product.visit('/');
  const drag = (type: 'dragenter' | 'dragover' | 'drop', text: string) =>
    page.evaluate(
      ([name, dropped]) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.setData('text/uri-list', dropped);
        dataTransfer.setData('text/plain', dropped);
        const place = document.querySelector('footer') ?? document.body;
        place.dispatchEvent(new DragEvent(name, { dataTransfer, bubbles: true, cancelable: true }));
      },
      [type, text] as const,
    );
  const over = page.locator('[data-drop="over"]');
  await drag('dragenter', scenes.photo.link);
  await expect
    .poll(async () => {
      await drag('dragover', scenes.photo.link);
      return over.count();
    })
    .toBe(1);
  expect(await over.textContent()).toBe('Drop the link here');
  await drag('drop', scenes.photo.link);
  const downloader = downloaderOn(page);
  await downloader.found.waitFor();
  expect(await over.count()).toBe(0);
  expect(await page.getByLabel('Processing URL').inputValue()).toBe(scenes.photo.link);

  await drag('drop', 'no link at all');
  expect(await downloader.found.isVisible()).toBe(true);
  await drag('drop', `${scenes.video.link}\n${scenes.gif.link}`);
  await page.getByRole('heading', { name: '2 links' }).waitFor();
  await page.getByText('2 of 2 read.', { exact: true }).waitFor();
});

test('what is dragged within the page is no dropped link, not the first time either', async () => {
  await using product = await openProduct();
  const page = await product.visit('/');
  const downloader = downloaderOn(page);
  await downloader.extract(scenes.photo.link);
  await downloader.found.waitFor();
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/extract-threads-media')) asked += 1;
  });
  await page.evaluate(() => {
    const marks = document.body.dataset;
    document.addEventListener('dragend', () => {
      marks.dragged = 'true';
    });
    // What takes a link comes with the first drag, and shows nothing of it: from here on it may be dropped.
    const listen = document.addEventListener;
    document.addEventListener = (...listener: Parameters<typeof listen>) => {
      listen.apply(document, listener);
      if (listener[0] === 'drop') marks.dropped = 'awaited';
    };
  });
  const own = page.getByRole('link', { name: 'Open on Threads' });
  const from = await own.boundingBox();
  const to = await downloader.found.boundingBox();
  if (!from || !to) throw new Error('Nothing to drag.');
  await page.mouse.move(from.x + 5, from.y + 5);
  await page.mouse.down();
  await page.mouse.move(to.x + 20, to.y + 10, { steps: 10 });
  await page.locator('body[data-dropped]').waitFor();
  await page.mouse.move(to.x + 60, to.y + 10, { steps: 10 });
  expect(await page.locator('[data-drop="over"]').count()).toBe(0);
  await page.mouse.up();
  await page.locator('body[data-dragged]').waitFor();
  expect(await downloader.found.isVisible()).toBe(true);
  expect(asked).toBe(0);
});

test('where the browser has to work, it does so for each post, and its files are given', async () => {
  await using product = await openProduct({ VERIFICATION: 'proof' });
  const page = await product.visit('/');
  const downloader = downloaderOn(page);
  await downloader.extract(`${scenes.video.link} ${scenes.gif.link}`);
  await page.getByText('2 of 2 read.', { exact: true }).waitFor();
  await downloader.verify();
  for (const scene of ['video', 'gif'] as const) {
    const button = cardOf(page, scene)
      .getByRole('button', { name: /^Download / })
      .first();
    expect((await downloader.save(button)).sha256, scene).toBe(digestOf(scene));
  }
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
