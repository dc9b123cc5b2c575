import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { scenes } from '#test/fakes/threads/scenes.ts';
import { downloaderOn } from '#test/support/downloader-page.ts';
import { openProduct, type Product } from '#test/support/open-product.ts';

test('a thread of 200 files takes no task longer than 100 ms of processor time, or 400 ms on a phone four times slower', async () => {
  await using product = await openProduct();
  // Other processes slow down a task through memory and caches too, so the shortest of up to three is the closest to the
  // page's own time. The goal is 50 ms on an idle machine; twice that tells a regression from a busy one.
  let shortest = Number.POSITIVE_INFINITY;
  for (let time = 0; time < 3 && shortest > 100; time += 1)
    shortest = Math.min(shortest, await measureLongestTask(await openOnPhone(product)));
  expect(shortest).toBeLessThanOrEqual(100);
});

const openOnPhone = (product: Product) =>
  product.openPage('/', {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'no-preference',
  });

/** Processor time in milliseconds of the longest task of the page, which an input may have to wait for. */
async function measureLongestTask(page: Page): Promise<number> {
  await findLongThread(page);
  const browser = page.context().browser();
  if (!browser) throw new Error('There is no browser.');
  await browser.startTracing(page, { categories: ['toplevel'] });
  await showWholeThread(page);
  const { traceEvents }: { traceEvents: TraceEvent[] } = JSON.parse((await browser.stopTracing()).toString());
  const pages = new Set(
    traceEvents.filter(({ args }) => args.name === 'CrRendererMain').map(({ pid }) => pid),
  );
  // The main thread of a renderer has the id of its process.
  const tasks = traceEvents.filter(
    ({ name, pid, tid, tdur }) =>
      name === 'ThreadControllerImpl::RunTask' && pid === tid && pages.has(pid) && tdur !== undefined,
  );
  if (tasks.length === 0) throw new Error('The trace has no task of the page.');
  await page.context().close();
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000;
}

/** `tdur`: processor time in microseconds. */
interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  tdur?: number;
  args: { name?: string };
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
