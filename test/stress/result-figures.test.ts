import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { scenes } from '#test/fakes/threads/scenes.ts';
import { downloaderOn } from '#test/support/downloader-page.ts';
import { openProduct, type Product } from '#test/support/open-product.ts';

const answerPath = '/functions/v1/extract-threads-media';

test('on a phone slowed four times, no task after the answer with 200 files delays an input by more than 400 ms', async () => {
  await using product = await openProduct();
  // Other processes can only lengthen a task, so the shortest of up to three is the closest to the page's own time.
  // The goal is 200 ms on an idle machine; twice that tells a regression from a busy one.
  let shortest = Number.POSITIVE_INFINITY;
  for (let time = 0; time < 3 && shortest > 400; time += 1)
    shortest = Math.min(shortest, await measureLongestDelay(await openOnPhone(product)));
  expect(shortest).toBeLessThanOrEqual(400);
});

const openOnPhone = (product: Product) =>
  product.openPage('/', {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'no-preference',
  });

/** The longest time in milliseconds for which an input can wait after the answer: until a running task ends. */
async function measureLongestDelay(page: Page): Promise<number> {
  await findLongThread(page);
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const tasks = await observe(page, 'longtask');
  const answers = await observe(page, 'resource');
  await showWholeThread(page);
  const answeredAt = (await answers.list()).find(({ name }) => name.endsWith(answerPath))?.responseEnd;
  if (!answeredAt) throw new Error('The answer was not measured.');
  const delays = (await tasks.list()).map(({ startTime, duration }) =>
    Math.min(duration, startTime + duration - answeredAt),
  );
  await page.context().close();
  // Chromium does not report tasks shorter than 50 ms.
  return Math.max(50, ...delays);
}

async function findLongThread(page: Page): Promise<void> {
  const downloader = downloaderOn(page);
  await downloader.extract(scenes.threadLong.link);
  await downloader.found.waitFor();
}

async function showWholeThread(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Show the whole thread' }).click();
  await page.getByText('Showing the author’s thread: 200 files.').waitFor();
  await waitUntilIdle(page);
}

/** Collects performance entries from now on. */
async function observe(page: Page, type: 'longtask' | 'resource') {
  type Entry = PerformanceEntry & { responseEnd: number };
  const entries = await page.evaluateHandle((entryType) => {
    const list: PerformanceEntry[] = [];
    new PerformanceObserver((observed) => list.push(...observed.getEntries())).observe({ type: entryType });
    return list;
  }, type);
  return { list: (): Promise<Entry[]> => entries.evaluate((list) => list.map((entry) => entry.toJSON())) };
}

/** Waits until the images in view have loaded and the page has painted them. */
async function waitUntilIdle(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.images].every((image) => image.complete || image.getBoundingClientRect().top > innerHeight),
  );
  await page.evaluate(async () => {
    for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
    await new Promise<IdleDeadline>((resolve) => requestIdleCallback(resolve));
  });
}
